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

  var files: InMemoryFiles { parts.withLock { $0.files.made(by: InMemoryFiles(startingAt: start)) } }
  var defaults: InMemoryDefaults { parts.withLock { $0.defaults.made(by: InMemoryDefaults()) } }
  var secrets: InMemorySecrets { parts.withLock { $0.secrets.made(by: InMemorySecrets()) } }
  var sessions: StubSessions { parts.withLock { $0.sessions.made(by: StubSessions(of: stubs)) } }
  var events: SystemEvents {
    Self.observe
    return parts.withLock { $0.events.made(by: SystemEvents()) }
  }
  var recorder: Recorder { parts.withLock { $0.recorder.made(by: Recorder()) } }

  /// Lets each change of a mock's place or clock post its events; done once.
  private static let observe: Void = PlaceChange.observe { change, environment in
    guard let events = environment.mockWorld?.parts.withLock({ $0.events }), events.areObserved else { return nil }
    return { events.post(change) }
  }
}

extension Optional {
  /// Returns what is here, or else puts it here.
  fileprivate mutating func made(by new: @autoclosure () -> Wrapped) -> Wrapped {
    if let self { return self }
    let made = new()
    self = made
    return made
  }
}

extension EnvironmentEndpoints {
  /// The parts of a mock; nil in other worlds.
  var mockWorld: EnvironmentEndpoint<MockWorld?> { EnvironmentEndpoint(live: nil, mock: nil) }
}
