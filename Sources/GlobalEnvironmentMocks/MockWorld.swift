import Foundation
import GlobalEnvironment
import GlobalEnvironmentStubs

/// What one mock is made of. Most tests ask for little of it, so each part is made when code first asks.
///
/// A closure that captures this alone needs no memory of its own.
final class MockWorld: Sendable {
  private struct Parts {
    var files: InMemoryFiles?
    var defaults: InMemoryDefaults?
    var secrets: InMemorySecrets?
    var sessions: StubSessions?
    var events: SystemEvents?
    var recorder: Recorder?
  }

  private let parts = Locked(Parts())
  private let start: Date
  let locale: Locale
  let timeZone: TimeZone
  let calendar: Calendar.Identifier
  private let stubs: HTTPStubs

  /// - Parameters:
  ///   - start: When its first files were made.
  ///   - stubs: What answers its sessions.
  init(
    startingAt start: Date, _ locale: Locale, _ timeZone: TimeZone, _ calendar: Calendar.Identifier, _ stubs: HTTPStubs
  ) {
    (self.start, self.locale, self.timeZone) = (start, locale, timeZone)
    (self.calendar, self.stubs) = (calendar, stubs)
  }

  var files: InMemoryFiles { part(in: \.files, InMemoryFiles(startingAt: start)) }
  var defaults: InMemoryDefaults { part(in: \.defaults, InMemoryDefaults()) }
  var secrets: InMemorySecrets { part(in: \.secrets, InMemorySecrets()) }
  var sessions: StubSessions { part(in: \.sessions, StubSessions(of: stubs)) }
  var events: SystemEvents {
    Self.observe
    return part(in: \.events, SystemEvents())
  }
  var recorder: Recorder { part(in: \.recorder, Recorder()) }

  /// Lets each change of a mock's place or clock post its events; done once.
  private static let observe: Void = PlaceChange.observe { change, environment in
    guard let events = environment.mockWorld?.parts.withLock({ $0.events }), events.areObserved else { return nil }
    return { events.post(change) }
  }

  private func part<Part>(in place: WritableKeyPath<Parts, Part?>, _ new: @autoclosure () -> Part) -> Part {
    parts.withLock { parts in
      if let part = parts[keyPath: place] { return part }
      let part = new()
      parts[keyPath: place] = part
      return part
    }
  }
}

extension EnvironmentEndpoints {
  /// The parts of a mock; nil in other worlds.
  var mockWorld: EnvironmentEndpoint<MockWorld?> { EnvironmentEndpoint(live: nil, mock: nil) }
}
