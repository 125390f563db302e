import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentRedaction
import GlobalEnvironmentWire

/// What makes two calls the same.
enum ReplayKey: Hashable, Sendable {
  case kind(FlightKind)
  /// The method and the address, and the body, without secrets.
  case request(String, body: ComparableBody)
  case file(FlightFileCall.Verb, String, to: String?)
  case folder(UInt8)
  case setting(FlightKind, suite: String, String)
  case secret(String, String)
  case variable(String)
  case opened(String)
  case own(String)

  /// Whether each task that asks for it in the same words gets another answer.
  var isValue: Bool {
    switch self {
    case .kind(let kind): [.date, .uuid, .randomBits, .uptime, .output, .errorOutput].contains(kind)
    case .own: true
    default: false
    }
  }
}

/// Which records of a flight have been asked for.
struct ReplayState: Sendable {
  private(set) var lanes: ReplayLanes
  /// The requests to one address, whatever their bodies, the next one last.
  private var requests: [String: [(index: Int, key: ReplayKey)]] = [:]
  var last: [ReplayKey: FlightEvent] = [:]
  /// When the last record of a kind was taken, in the time of the flight.
  private(set) var times: [ReplayKey: Duration] = [:]
  var answers: [UInt64: FlightEvent] = [:]
  /// Why the bodies of answers broke off.
  var breaks: [UInt64: FlightFailure] = [:]
  /// The time of the flight at which virtual time begins.
  var origin: Duration
  /// How many of the records that a program should ask for it has not asked for.
  private(set) var unasked = 0
  private let events: [FlightEvent]
  private var reached = 0
  /// The changes that the program has not made yet, by what they change, the next one last.
  private var changes: [String: [Int]] = [:]

  init(_ flight: Flight, begin: Duration, _ guess: ReplayLanes.Guess) {
    lanes = ReplayLanes(flight, guess)
    events = flight.events
    origin = begin
    for event in events {
      switch event.content {
      case .noAnswer(let id, let failure) where answers[id] != nil: breaks[id] = failure
      case .answer(let id, _), .noAnswer(let id, _): answers[id] = event
      default: break
      }
    }
    for (index, event) in events.enumerated().reversed() {
      guard let key = event.key else { continue }
      if case .request(let address, _) = key { requests[address, default: []].append((index, key)) }
      if event.isChange { for subject in event.subjects { changes[subject, default: []].append(index) } }
      if event.isToBeAsked { unasked += 1 }
    }
  }

  mutating func next(_ key: ReplayKey, for task: UInt64?, elapsed: Duration) -> FlightEvent? {
    guard let index = lanes.next(key, for: task) else { return nil }
    let event = events[index]
    if event.isChange {
      for subject in event.subjects {
        // It usually is the last one.
        if let place = changes[subject]?.lastIndex(of: index) { changes[subject]?.remove(at: place) }
      }
    } else if event.subjects.contains(where: { changes[$0]?.last.map { $0 < index } ?? false }) {
      // The record comes after a change that the program has not made yet.
      return nil
    }
    lanes.take(index)
    if event.isToBeAsked {
      unasked -= 1
      reached = max(reached, index)
      // The program does now what it did much later in the flight: time continues from there. The little time that the
      // processor took is made up for when answers come.
      let behind = event.when - (origin + elapsed)
      if behind > .seconds(1) { origin += behind }
    }
    last[key] = event
    if case .kind = key { times[key] = origin + elapsed }
    return event
  }

  /// Returns the key of the next request to an address: of several bodies, of the one that was sent first.
  mutating func nextRequest(to address: String) -> ReplayKey? {
    while let next = requests[address]?.last {
      if !lanes.isTaken[next.index] { return next.key }
      requests[address]?.removeLast()
    }
    return nil
  }

  /// The next record of a task that was not asked for; of an endpoint, where it has none, or of any.
  func nextUnasked(_ endpoint: String, of task: UInt64?) -> FlightEvent? {
    let open = events.indices.filter(isUnasked)
    let index =
      open.first { lanes.isOwn($0, of: task) }
      ?? open.first { $0 > reached && events[$0].kind.endpoint == endpoint }
      ?? open.first { events[$0].kind.endpoint == endpoint } ?? open.first { $0 > reached } ?? open.first
    return index.map { events[$0] }
  }

  var allUnasked: [FlightEvent] { events.indices.filter(isUnasked).map { events[$0] } }

  private func isUnasked(_ index: Int) -> Bool { events[index].isToBeAsked && !lanes.isTaken[index] }
}

extension FlightEvent {
  /// What it looks at or changes: files and defaults, by their names.
  fileprivate var subjects: [String] {
    switch content {
    case .file(let call): [call.path] + (call.destination.map { [$0] } ?? [])
    case .setting(let suite, let name, _): ["\(suite)\0\(name)"]
    default: []
    }
  }

  /// Whether it changes that.
  fileprivate var isChange: Bool {
    switch content {
    case .file(let call): ![.read, .list, .attributes].contains(call.verb)
    default: kind == .setDefault
    }
  }

  /// What makes another call the same; nil for records that are not calls.
  var key: ReplayKey? {
    switch content {
    case .request(_, let request): request.key
    case .answer, .noAnswer, .mark, .nothing: nil
    case .file(let call): .file(call.verb, call.path, to: call.destination)
    case .folder(let number, _): .folder(number)
    case .setting(let suite, let name, _): .setting(kind, suite: suite, name)
    case .secret(let verb, let name, _, _): .secret(verb, name)
    case .variable(let name, _): .variable(name)
    case .opened(let url, _): .opened(Hider.anonymized(url))
    case .own(let name, _): .own(name)
    case .date, .uuid, .bits, .text, .texts, .number, .real: .kind(kind)
    }
  }
}

extension FlightRequest {
  /// The method and the address, with the items of its query sorted.
  var address: String {
    let parts = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.dropFirst().first.map { $0.split(separator: "&").sorted().joined(separator: "&") } ?? ""
    return Hider.anonymized("\(method.uppercased()) \(parts.first ?? "")\(query.isEmpty ? "" : "?" + query)")
  }

  var key: ReplayKey { .request(address, body: ComparableBody(body.bytes)) }
}

/// A body that equals others that say the same: JSON with its names in another order, secrets that were found in another.
enum ComparableBody: Hashable, Sendable {
  case json(JSONValue)
  case list(PropertyListValue)
  case text(String)
  case bytes(Data)

  init(_ bytes: Data) {
    if let list = PropertyListValue(binary: bytes) {
      self = .list(list.comparable)
      return
    }
    let bytes = UTF16Text([UInt8](bytes)).map { Data($0.utf8) } ?? bytes
    guard let text = String(validUTF8: bytes) else {
      self = .bytes(bytes)
      return
    }
    let shown = Hider.anonymized(text)
    let json = bytes.looksLikeJSON ? JSONValue(parsing: Data(shown.utf8)) : nil
    self = json.map { .json($0) } ?? .text(shown)
  }
}
