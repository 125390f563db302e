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

  @Test func `a struct and an actor do, too`() async {
    let (value, actor) = withEnvironment(past) { (Value(), Worker()) }
    #expect(value.env.date() == .distantPast)
    #expect(await actor.now() == .distantPast)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `an observable model does, too`() async {
    let observable = await withEnvironment(past) { await Observed() }
    #expect(await observable.now() == .distantPast)
  }

  #if os(macOS) || os(Linux)
    @Test func `it does so, too, in a process that has used up its thread-specific keys`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        var key = pthread_key_t()
        while pthread_key_create(&key, nil) == 0 {}
        let model = withEnvironment {
          $0.date = { .distantPast }
          $0.timeZone = { .gmt }
          $0.locale = { Locale(identifier: "de_DE") }
        } perform: {
          Model()
        }
        let calendar = model.env.calendar()
        guard model.now() == .distantPast, calendar.locale?.identifier == "de_DE" else { exit(1) }
      }
    }
  #endif

  @Test func `a derived endpoint asks the captured environment for what it needs`() {
    let model = withEnvironment {
      $0.timeZone = { [berlin] in berlin }
    } perform: {
      Model()
    }
    #expect(Env.calendar().timeZone != berlin)
    #expect(model.env.calendar().timeZone == berlin)
    #expect(model.env.dateFormatter { $0.dateFormat = "HH:mm" }.string(from: Date(timeIntervalSince1970: 0)) == "01:00")
    #expect(model.env.firstWeekday == model.env.run { Env.firstWeekday })
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
    let env = CapturedEnvironment()
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
}

@Sendable private func past(_ environment: inout Environment) {
  environment.date = { .distantPast }
}

private final class Model: Sendable {
  let env = CapturedEnvironment()
  func now() -> Date { env.date() }
}

private struct Value {
  let env = CapturedEnvironment()
}

private actor Worker {
  private let env = CapturedEnvironment()
  func now() -> Date { env.date() }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable private final class Observed {
  let env = CapturedEnvironment()
  var count = 0
  func now() -> Date { env.date() }
}
