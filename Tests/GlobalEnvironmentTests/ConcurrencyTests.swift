import Foundation
import GlobalEnvironmentTesting
import Testing

/// Run under the thread sanitizer, too.
@Suite(.environment(.mock))
struct ConcurrencyTests {

  @Test func `two threads that write two endpoints lose no write`() async {
    let count = 20_000
    await withTaskGroup { group in
      group.addTask {
        for number in 1...count {
          Env.date = { Date(timeIntervalSince1970: Double(number)) }
          guard Env.date().timeIntervalSince1970 == Double(number) else {
            Issue.record("lost date \(number)")
            break
          }
        }
      }
      group.addTask {
        for number in 1...count {
          Env.timeZone = { TimeZone(secondsFromGMT: number % 40_000) ?? .gmt }
          guard Env.timeZone().secondsFromGMT() == number % 40_000 else {
            Issue.record("lost time zone \(number)")
            break
          }
        }
      }
    }
    #expect(Env.date() == Date(timeIntervalSince1970: Double(count)))
    #expect(Env.timeZone().secondsFromGMT() == count % 40_000)
  }

  @Test func `a reader never sees half of a write`() async {
    await withTaskGroup { group in
      group.addTask {
        for number in 0..<20_000 {
          let date = Date(timeIntervalSince1970: Double(number))
          Env = .mock(date: date, locale: Locale(identifier: "n\(number)"))
        }
      }
      group.addTask {
        for _ in 0..<20_000 {
          let environment = Env
          let locale = environment.locale().identifier
          guard locale != "en_US" else { continue }
          guard locale == "n\(Int(environment.date().timeIntervalSince1970))" else {
            Issue.record("\(locale) at \(environment.date())")
            break
          }
        }
      }
    }
  }

  @Test func `resets beside assignments of the whole are never mixed with them`() async {
    for _ in 0..<2_000 {
      Env.reset()
      Env.date = { .distantPast }
      await withTaskGroup { group in
        group.addTask { Env.reset() }
        group.addTask { Env = .mock }
      }
      let isMock = Env.arguments() == ["mock"]
      guard isMock == (Env.date() == Date(timeIntervalSince1970: 1_573_548_300)) else {
        Issue.record("\(Env.arguments()) at \(Env.date())")
        break
      }
    }
  }

  @Test func `a thousand bodies in parallel never see a foreign date`() async {
    await withTaskGroup { group in
      for body in 0..<1_000 {
        group.addTask {
          let own = Date(timeIntervalSince1970: Double(body))
          await withEnvironment(.mock) {
            Env.date = { own }
            for turn in 0..<25 {
              await Task.yield()
              expectDate(own)
              async let child = Env.date()
              expect(await child, is: own)
              await Task { expectDate(own) }.value
              if turn.isMultiple(of: 5) { Env.date = { own } }
              await withTaskGroup { group in group.addTask { expectDate(own) } }
            }
          }
        }
      }
    }
  }

  @Test func `a scope may be written from many of its tasks at once`() async {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { Env.date = { Date(timeIntervalSince1970: Double(number)) } }
        }
      }
    }
    #expect((0..<8).contains(Int(Env.date().timeIntervalSince1970)))
  }

  @Test func `scopes may begin and end on many threads at once`() async {
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let date = Date(timeIntervalSince1970: Double(task * 1_000 + number))
            withEnvironment {
              $0.date = { date }
            } perform: {
              expectDate(date)
            }
          }
        }
      }
    }
  }
}

/// Cheaper than `#expect` where a hundred thousand of them hold.
private func expect(_ date: Date, is expected: Date) {
  if date != expected { Issue.record("\(date), expected \(expected)") }
}

private func expectDate(_ expected: Date) {
  expect(Env.date(), is: expected)
}
