import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// Endpoints of every shape, read through a captured environment: each asks `Env`, and says which one it found.
@Suite(.hidesKnownIssues, .environment(.mock))
struct CapturedFunctionTests {
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

  @Test func `the first value of a question is made in the captured environment`() {
    let model = withEnvironment(past) { Model() }
    #expect(model.env.made() == .distantPast)
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

  @Test func `an optional function, which cannot be bound either, is an issue`() {
    let model = Model()
    withKnownIssue {
      _ = model.env.optional?()
    } matching: {
      $0.comments.contains { $0.rawValue.contains("env.run { Env.… }") }
    }
  }

  @Test func `the issue of a function that takes a closure says that this is why`() {
    let model = Model()
    withKnownIssue {
      model.env.each { _ in }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("a closure that must not escape") }
    }
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

  @Test func `a list narrows what can be reached, and names it`() {
    let model = withEnvironment(past) { Model() }
    #expect(model.listed.now() == .distantPast)
    #expect(model.listed.told("a") == [.distantPast])
    #expect(model.listed.clock.now == model.env.clock.now)
  }
}

@Sendable private func past(_ environment: inout Environment) {
  environment.date = { .distantPast }
}

private struct Listed: EnvironmentSubset {
  let now = \Environment.date
  let clock = \Environment.clock
  let told = \Environment.told
}

private final class Model: Sendable {
  let env = CapturedEnvironment()
  let listed = CapturedEnvironment<Listed>()
  func now() -> Date { env.date() }
}

extension EnvironmentEndpoints {
  fileprivate typealias Dates = [Date]

  fileprivate var questions: EnvironmentEndpoint<@Sendable () -> Date> { ask { Env.date() } }
  fileprivate var told: EnvironmentEndpoint<@Sendable (String) -> Dates> { ask { _ in [Env.date()] } }
  fileprivate var thrown: EnvironmentEndpoint<@Sendable (String, Int) throws -> Dates> { ask { _, _ in [Env.date()] } }
  fileprivate var waited: EnvironmentEndpoint<@Sendable () async -> Dates> {
    ask {
      await Task.yield()
      return [Env.date()]
    }
  }
  fileprivate var waitedOrThrown: EnvironmentEndpoint<@Sendable (String, Int, Bool) async throws -> Dates> {
    ask { _, _, _ in
      try await Env.sleep(for: .zero)
      return [Env.date()]
    }
  }
  fileprivate var concurrent: EnvironmentEndpoint<@concurrent @Sendable (String) async -> Dates> {
    ask { _ in
      await Task.yield()
      return [Env.date()]
    }
  }
  fileprivate var onMain: EnvironmentEndpoint<@MainActor @Sendable (String) -> Dates> { ask { _ in [Env.date()] } }
  fileprivate var optional: EnvironmentEndpoint<(@Sendable () -> Dates)?> { ask { [Env.date()] } }
  fileprivate var each: EnvironmentEndpoint<@Sendable ((Date) -> Void) -> Void> { ask { $0(Env.date()) } }
  fileprivate var changed: EnvironmentEndpoint<@Sendable (inout Int) -> Void> { ask { $0 += 1 } }

  fileprivate var made: EnvironmentEndpoint<@Sendable () -> Date> {
    EnvironmentEndpoint(live: { .distantFuture }, mock: { [date = Env.date()] in date })
  }

  /// The same, live and mocked.
  private func ask<Value: Sendable>(_ value: Value, line: UInt = #line, column: UInt = #column) -> EnvironmentEndpoint<
    Value
  > {
    EnvironmentEndpoint(live: value, mock: value, line: line, column: column)
  }
}

extension Environment {
  /// What follows from another endpoint.
  fileprivate var day: Int { date() == .distantPast && Env.date() == .distantPast ? 5 : 0 }
}
