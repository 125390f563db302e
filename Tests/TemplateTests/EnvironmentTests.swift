import Foundation
import Testing

@testable import App

@Suite(.environment(Environment())) struct EnvironmentTests {
  @Test func `the live environment tells the present moment`() {
    let before = Date()
    let date = Env.date()
    #expect(before <= date && date <= Date())
  }

  @Test @MainActor func `the live scheduler runs work later, on the main actor, unless it is cancelled`() async {
    await withCheckedContinuation { continuation in
      let cancelled = Env.scheduler().schedule(after: .zero) { Issue.record("This work was cancelled.") }
      cancelled.cancel()
      Env.scheduler().schedule(after: .milliseconds(1)) {
        MainActor.assertIsolated()
        continuation.resume()
      }
    }
  }

  @Test func `the live calendar follows the locale and the time zone that are set`() {
    Env.locale = { Locale(identifier: "ja_JP") }
    Env.timeZone = { TimeZone(secondsFromGMT: 9 * 3600) ?? .current }

    let calendar = Env.calendar()

    #expect(calendar.locale == Locale(identifier: "ja_JP"))
    #expect(calendar.timeZone.secondsFromGMT() == 9 * 3600)
    #expect(calendar.identifier == Calendar.current.identifier)
  }

  @Test func `setting one closure leaves the others alone`() {
    Env = .mock
    Env.locale = { Locale(identifier: "ja_JP") }

    #expect(Env.locale().identifier == "ja_JP")
    #expect(Env.date() == Environment.mock.date())
  }

  @Test func `reset brings back the live world`() {
    Env = .mock
    Env.reset()

    #expect(Env.date() > Environment.mock.date())
    #expect(Env.locale() == .autoupdatingCurrent)
    #expect(Env.timeZone() == .autoupdatingCurrent)
  }

  @Test func `many tasks may read and set it at once`() async {
    await withTaskGroup { group in
      for second in 0..<200 {
        group.addTask { Env.date = { Date(timeIntervalSince1970: Double(second)) } }
        group.addTask { _ = Env.calendar().component(.year, from: Env.date()) }
      }
    }
    #expect(Env.date().timeIntervalSince1970 < 200)
  }

  @Test func `what a replaced closure held may read it while it goes away`() {
    let moments = Moments()
    Env.date = { [reader = ReaderAtDeinit(moments)] in reader.epoch }
    Env = .mock

    #expect(moments.all == [Environment.mock.date()])
  }
}

/// Adds `Env.date()` to a list when it goes away.
nonisolated private final class ReaderAtDeinit: Sendable {
  let epoch = Date(timeIntervalSince1970: 0)
  private let moments: Moments

  init(_ moments: Moments) {
    self.moments = moments
  }

  deinit {
    moments.append(Env.date())
  }
}

/// `@unchecked Sendable` holds because `dates` is only touched while the lock is held.
nonisolated private final class Moments: @unchecked Sendable {
  private let lock = NSLock()
  private var dates: [Date] = []

  var all: [Date] { lock.withLock { dates } }

  func append(_ date: Date) {
    lock.withLock { dates.append(date) }
  }
}
