import Foundation
import GlobalEnvironmentTesting
import Observation
import Testing

/// An environment that an object keeps.
@Suite(.environment(.mock))
struct CapturedTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  @Test func `an object reads the environment in which it was made`() {
    let model = withEnvironment(past) { Model() }
    #expect(Env.date() != .distantPast)
    #expect(model.now() == .distantPast)
  }

  @Test func `a struct, an actor and an observable model do, too`() async {
    let (value, actor) = withEnvironment(past) { (Value(), Worker()) }
    let observable = await withEnvironment(past) { await Observed() }
    #expect(value.env.date() == .distantPast)
    #expect(await actor.now() == .distantPast)
    #expect(await observable.now() == .distantPast)
  }

  @Test func `a derived endpoint asks the captured environment for what it needs`() {
    let model = withEnvironment {
      $0.timeZone = { [berlin] in berlin }
    } perform: {
      Model()
    }
    #expect(Env.calendar().timeZone != berlin)
    #expect(model.env.calendar().timeZone == berlin)
    #expect(model.env.dateFormatter { $0.dateFormat = "HH:mm" }.string(from: Date(timeIntervalSince1970: 0)) == "01:00")
    #expect(model.listed.firstWeekday == model.env.run { Env.firstWeekday })
  }

  @Test func `an endpoint of the user's own that asks Env asks the captured one`() async throws {
    let model = withEnvironment(past) { Model() }
    let expected = Date.distantPast
    #expect(model.env.questions() == expected)
    #expect(model.env.told("a") == [expected])
    #expect(try model.env.thrown("a", 1) == [expected])
    #expect(await model.env.waited() == [expected])
    #expect(try await model.env.waitedOrThrown("a", 1, true) == [expected])
    #expect(await model.env.concurrent("a") == [expected])
    #expect(await model.env.onMain("a") == [expected])
    #expect(model.env.day == 5)
  }

  @Test func `what is thrown through it arrives`() {
    struct Refused: Error {}
    let model = withEnvironment {
      $0.thrown = { _, _ in throw Refused() }
    } perform: {
      Model()
    }
    #expect(throws: Refused.self) { try model.env.thrown("a", 1) }
  }

  @Test func `a task that a command starts keeps the captured environment`() async {
    let (dates, continuation) = AsyncStream<Date>.makeStream()
    let model = withEnvironment {
      $0.date = { .distantPast }
      $0.standardOutput = { _ in Task { continuation.yield(Env.date()) } }
    } perform: {
      Model()
    }
    model.env.standardOutput("go")
    #expect(await dates.first { _ in true } == .distantPast)
  }

  @Test func `inside a question, scopes still nest`() {
    let outer = EnvironmentScope.current
    let model = withEnvironment {
      $0.locale = { Locale(identifier: "outer") }
      $0.date = {
        #expect(Env.locale().identifier == "outer")
        withEnvironment {
          $0.locale = { Locale(identifier: "inner") }
        } perform: {
          #expect(Env.locale().identifier == "inner")
        }
        outer.run { #expect(Env.locale().identifier == "en_US") }
        #expect(Env.locale().identifier == "outer")
        return .distantPast
      }
    } perform: {
      Model()
    }
    #expect(model.now() == .distantPast)
    #expect(Env.locale().identifier == "en_US")
  }

  @Test func `one captured environment may ask another`() {
    let inner = withEnvironment(past) { Model() }
    let outer = withEnvironment {
      $0.date = { inner.now() + Double(Env.timeZone().secondsFromGMT()) }
    } perform: {
      Model()
    }
    let london = withEnvironment {
      $0.timeZone = { .gmt }
    } perform: {
      outer.now()
    }
    #expect(london == .distantPast - 6 * 3600)
  }

  @Test func `a body runs in the captured environment, on the actor of its caller`() async throws {
    let model = withEnvironment(past) { Model() }
    #expect(model.env.run { Env.date() } == .distantPast)
    try await onMainActor(model)
    #expect(Env.date() != .distantPast)
  }

  @MainActor private func onMainActor(_ model: Model) async throws {
    let date = try await model.env.run {
      MainActor.assertIsolated()
      try await Env.sleep(for: .zero)
      MainActor.assertIsolated()
      return Env.date()
    }
    #expect(date == .distantPast)
  }

  @Test func `the type of what a body throws is kept`() async {
    struct Refused: Error { var code = 1 }
    let env = Captured()
    do throws(Refused) {
      try env.run { () throws(Refused) in throw Refused() }
    } catch {
      #expect(error.code == 1)
    }
    do throws(Refused) {
      try await env.run { () async throws(Refused) in throw Refused(code: 2) }
    } catch {
      #expect(error.code == 2)
    }
  }

  @Test func `its clock and its random numbers are its own`() async throws {
    let model = withEnvironment(.mock) {
      Env.randomBits = { 42 }
      Env.time.advance(by: .seconds(60))
      return Model()
    }
    #expect(model.env.clock.now.offset == Env.clock.now.offset + .seconds(60))
    var generator = model.env.randomNumberGenerator
    #expect(generator.next() == 42)
    try await model.env.clock.sleep(until: model.env.clock.now)
  }

  @Test func `what is written in the scope later is seen`() {
    let model = withEnvironment(past) {
      let model = Model()
      Env.date = { .distantFuture }
      return model
    }
    #expect(model.now() == .distantFuture)
    model.env.run { Env.date = { .distantPast } }
    #expect(model.now() == .distantPast)
  }

  @Test func `an endpoint that was taken out of it stays bound`() {
    let model = withEnvironment {
      $0.timeZone = { [berlin] in berlin }
    } perform: {
      Model()
    }
    let calendar: @Sendable () -> Calendar = model.env.calendar
    #expect(calendar().timeZone == berlin)
  }

  @Test func `threads and detached tasks see it without being told`() async {
    let model = withEnvironment(past) { Model() }
    #expect(await Task.detached { model.now() }.value == .distantPast)
    let seen = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: model.now()) }
    }
    #expect(seen == .distantPast)
  }

  @Test func `a function that cannot be bound is an issue`() {
    let model = Model()
    withKnownIssue {
      var number = 1
      model.env.changed(&number)
      #expect(number == 2)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("env.run { Env.… }") }
    }
  }

  @Test func `a list narrows what can be reached, and names it`() {
    let model = withEnvironment(past) { Model() }
    #expect(model.listed.now() == .distantPast)
    #expect(model.listed.told("a") == [.distantPast])
    #expect(model.listed.clock.now == model.env.clock.now)
  }

  @Test(arguments: 0..<500) func `nothing bleeds between five hundred of them`(number: Int) async {
    let own = Date(timeIntervalSince1970: Double(number))
    let model = withEnvironment {
      $0.date = { own }
    } perform: {
      Model()
    }
    let late = Task.detached {
      for _ in 0..<5 { await Task.yield() }
      return (model.now(), model.env.told("late"), await model.env.waited())
    }
    for _ in 0..<20 {
      await Task.yield()
      if model.now() != own || model.env.questions() != own { Issue.record("\(model.now()) is not \(own)") }
    }
    let (now, told, waited) = await late.value
    #expect(now == own && told == [own] && waited == [own])
  }
}

@Sendable private func past(_ environment: inout Environment) {
  environment.date = { .distantPast }
}

private struct Listed: EnvironmentSubset {
  let now = \Environment.date
  let clock = \Environment.clock
  let firstWeekday = \Environment.firstWeekday
  let told = \Environment.told
}

private final class Model: Sendable {
  let env = Captured()
  let listed = Captured<Listed>()
  func now() -> Date { env.date() }
}

private struct Value {
  let env = Captured()
}

private actor Worker {
  private let env = Captured()
  func now() -> Date { env.date() }
}

@MainActor @Observable private final class Observed {
  let env = Captured()
  var count = 0
  func now() -> Date { env.date() }
}

extension Endpoints {
  fileprivate typealias Dates = [Date]

  fileprivate var questions: Endpoint<@Sendable () -> Date> { ask { Env.date() } }
  fileprivate var told: Endpoint<@Sendable (String) -> Dates> { ask { _ in [Env.date()] } }
  fileprivate var thrown: Endpoint<@Sendable (String, Int) throws -> Dates> { ask { _, _ in [Env.date()] } }
  fileprivate var waited: Endpoint<@Sendable () async -> Dates> {
    ask {
      await Task.yield()
      return [Env.date()]
    }
  }
  fileprivate var waitedOrThrown: Endpoint<@Sendable (String, Int, Bool) async throws -> Dates> {
    ask { _, _, _ in
      try await Env.sleep(for: .zero)
      return [Env.date()]
    }
  }
  fileprivate var concurrent: Endpoint<@concurrent @Sendable (String) async -> Dates> {
    ask { _ in
      await Task.yield()
      return [Env.date()]
    }
  }
  fileprivate var onMain: Endpoint<@MainActor @Sendable (String) -> Dates> { ask { _ in [Env.date()] } }
  fileprivate var changed: Endpoint<@Sendable (inout Int) -> Void> { ask { $0 += 1 } }

  /// The same, live and mocked.
  private func ask<Value: Sendable>(_ value: Value, line: UInt = #line, column: UInt = #column) -> Endpoint<Value> {
    Endpoint(live: value, mock: value, line: line, column: column)
  }
}

extension Environment {
  /// What follows from another endpoint.
  fileprivate var day: Int { date() == .distantPast && Env.date() == .distantPast ? 5 : 0 }
}
