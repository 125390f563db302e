import Foundation
import GlobalEnvironmentTesting
import Testing

/// What a scope keeps of what was written before. Run under the thread sanitizer and the address sanitizer, too.
@Suite(.environment(.mock)) struct SnapshotsTests {
  private final class Captured: Sendable {
    let date: Date
    init(_ date: Date) { self.date = date }
  }

  @Test func `what nobody has read is released by later writes`() {
    weak var first: Captured?
    do {
      let captured = Captured(.distantPast)
      first = captured
      Env.date = { captured.date }
    }
    #expect(first != nil)
    for _ in 0..<2 { Env.date = { .distantFuture } }
    #expect(first == nil)
  }

  @Test func `what somebody has read is kept until the scope ends`() {
    weak var first: Captured?
    withEnvironment(Env) {
      do {
        let captured = Captured(.distantPast)
        first = captured
        Env.date = { captured.date }
      }
      _ = Env.locale()
      for _ in 0..<5 { Env.date = { .distantFuture } }
      #expect(first != nil)
    }
    #expect(first == nil)
  }

  @Test func `a change that has begun keeps what it began with, whatever is written meanwhile`() {
    func change(_ environment: inout Environment) {
      for number in 0..<5 {
        let captured = Captured(Date(timeIntervalSince1970: Double(number)))
        Env.date = { captured.date }
      }
      environment.locale = { Locale(identifier: "fr_FR") }
    }
    for _ in 0..<3 { change(&Env) }
    #expect(Env.date() == Date(timeIntervalSince1970: 4))
    #expect(Env.locale().identifier == "fr_FR")
  }

  @Test func `readers on other threads never see a snapshot that is used again`() async {
    let date = Date(timeIntervalSince1970: 7)
    await withTaskGroup { group in
      for writer in 0..<2 {
        group.addTask {
          for number in 0..<5_000 {
            // Bursts, in which most are not read.
            for _ in 0..<number % 5 {
              let captured = Captured(date)
              if writer == 0 { Env.date = { captured.date } } else { Env.hostName = { "\(captured.date)" } }
            }
            if number.isMultiple(of: 100) { await Task.yield() }
          }
        }
        group.addTask {
          for number in 0..<10_000 {
            let environment = Env
            let dates = Set([environment.date(), Env.date()])
            guard dates.isSubset(of: [date, mockDate]) else {
              Issue.record("\(dates)")
              break
            }
            _ = (environment.hostName(), Env.hostName())
            if number.isMultiple(of: 100) { await Task.yield() }
          }
        }
      }
    }
  }
}

private let mockDate = Date(timeIntervalSince1970: 1_573_548_300)
