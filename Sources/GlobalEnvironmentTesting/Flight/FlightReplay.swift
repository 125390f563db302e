import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentMocks
import GlobalEnvironmentRedaction
import GlobalEnvironmentStubs
import GlobalEnvironmentTime

/// Answers as the world did in a flight.
final class FlightReplay: Sendable {
  let flight: Flight
  let hider: Hider
  let place: SourcePlace?
  let reportsDifferences: Bool
  private let state: Locked<ReplayState>
  private let secrets: [Secret]
  private let differences = Locked<(count: Int, task: UInt64?, before: Int)>((0, nil, 0))
  /// Whether differences are only counted. A detached task has no test whose issues could be held back.
  let isQuiet: Bool
  /// What follows the first difference, in words; nil where that is not known.
  private let following: String?

  /// The files, defaults and secrets that change as the program changes them.
  let base: Environment

  /// Reads the flight from a file; a relative path begins in the folder of a source file.
  convenience init(
    _ file: String, beside source: String, _ differences: FlightDifferences, hiding secrets: [Secret],
    place: SourcePlace? = nil
  ) throws {
    let folder = URL(filePath: source).deletingLastPathComponent()
    let path = file.hasPrefix("/") ? file : folder.appending(path: file).path(percentEncoded: false)
    try self.init(
      Flight(contentsOf: URL(filePath: path)), differences == .reported, secrets, place, guess: [],
      isQuiet: false, following: nil)
  }

  private init(
    _ flight: Flight, _ reportsDifferences: Bool, _ secrets: [Secret], _ place: SourcePlace?,
    guess: ReplayLanes.Guess, isQuiet: Bool, following: String?
  ) {
    (self.flight, self.reportsDifferences, self.secrets, self.place) = (flight, reportsDifferences, secrets, place)
    (self.isQuiet, self.following) = (isQuiet, following)
    hider = Hider(like: flight.info, and: secrets)
    let begin = flight.events.first?.when ?? .zero
    base = .mock(
      date: flight.start + begin / .seconds(1), locale: Locale(identifier: flight.info.texts[.locale] ?? "en_US"),
      timeZone: flight.info.texts[.timeZone].flatMap { TimeZone(identifier: $0) } ?? .gmt,
      calendar: Calendar.Identifier(recorded: flight.info.texts[.calendar] ?? "") ?? .gregorian)
    state = Locked(ReplayState(flight, begin: begin, guess))
  }

  /// Returns a replay of the same flight from its beginning, where tasks get other lanes.
  func again(_ guess: ReplayLanes.Guess, isQuiet: Bool = false, following: String? = nil) -> FlightReplay {
    FlightReplay(flight, reportsDifferences, secrets, place, guess: guess, isQuiet: isQuiet, following: following)
  }

  // MARK: Time

  /// The time of the flight: how long after the recorder began this would have happened.
  var now: Duration { state.withLock { $0.origin } + elapsed }

  private var elapsed: Duration { UnobservedRead.of { Env.scheduler().now.offset } }

  // MARK: What was asked

  /// Takes the next record of that key; the program has asked the same as it did then.
  func next(_ key: ReplayKey) -> FlightEvent? {
    let (elapsed, task) = (elapsed, currentTaskID)
    return state.withLock { $0.next(key, for: task, elapsed: elapsed) }
  }

  /// The record of that key that was taken last; nil where none was.
  func last(_ key: ReplayKey) -> FlightEvent? { state.withLock { $0.last[key] } }

  /// What the next record of that key has, or the last one where there is none left.
  func content(_ key: ReplayKey) -> FlightEvent.Content? { (next(key) ?? last(key))?.content }

  /// How long ago the last record of that key was taken, in the time of the flight.
  func sinceLast(_ key: ReplayKey) -> Duration {
    let elapsed = elapsed
    return state.withLock { state in state.times[key].map { state.origin + elapsed - $0 } ?? .zero }
  }

  /// Whether the flight has any record of that key.
  func knows(_ key: ReplayKey) -> Bool { state.withLock { $0.lanes.knows(key) } }

  /// Returns the answer to the request of that number; nil where the flight ends before it.
  func answer(to id: UInt64) -> FlightEvent? { state.withLock { $0.answers[id] } }

  /// Returns why the body of the answer to the request of that number broke off; nil where it did not.
  func failure(after id: UInt64) -> FlightFailure? { state.withLock { $0.breaks[id] } }

  /// Takes the next request to that address, whatever its body.
  func nextRequest(to address: String) -> FlightEvent? {
    let (elapsed, task) = (elapsed, currentTaskID)
    return state.withLock { state in
      state.nextRequest(to: address).flatMap { state.next($0, for: task, elapsed: elapsed) }
    }
  }

  // MARK: Differences

  /// Reports that the program asks something else than it did then, unless its task, or all, has come to the flight's end.
  func differs(_ asked: String, _ endpoint: String) {
    let (now, task) = (now, currentTaskID)
    let isBehind = state.withLock {
      // What the processor took is not replayed.
      $0.unasked == 0 || $0.lanes.hasEnded(task) && now > flight.end - .milliseconds(100)
    }
    guard !isBehind, isFirst() else { return }
    let words = "\(moment), the program \(asked), which it did not in \(flight.name). \(hasNext(endpoint))"
    // If the program ends by it, there is no issue.
    if isQuiet { LastWords.add(words) } else if reportsDifferences { RequestIssues.report(words, at: place) }
  }

  /// Counts a difference; returns whether it is the first. What follows may follow from it.
  func isFirst() -> Bool {
    let (task, before) = (currentTaskID, state.withLock { $0.lanes.count })
    return differences.withLock { differences in
      differences.count += 1
      if differences.count == 1 { (differences.task, differences.before) = (task, before) }
      return differences.count == 1
    }
  }

  /// How many differences there were, and how many records had been asked for before the first one.
  var differing: (count: Int, before: Int) { differences.withLock { ($0.count, $0.before) } }

  /// Which lanes to give to tasks instead, after a difference; nil where there are no others.
  var otherGuess: ReplayLanes.Guess? {
    let (count, task, _) = differences.withLock { $0 }
    return count == 0 ? nil : state.withLock { $0.lanes.otherGuess(for: task) }
  }

  /// Tells how many differences followed the first one, where its issue did not.
  func tellFollowing() {
    let (count, _) = differing
    guard count > 1, following == nil, reportsDifferences else { return }
    let words = otherGuess == nil ? "" : " Tasks that begin alike may have got each other's values."
    Frameworks.warn("\(count - 1) more differences from \(flight.name) followed the first.\(words)", at: place)
  }

  /// Reports that the flight has only the beginning of something, if that is so.
  func reportCut(_ body: FlightBody, _ what: String) {
    guard body.isCut else { return }
    TestHooks.report(
      """
      \(moment), the flight has only \(body.bytes.count) of \(body.count) bytes of \(what). Record with a greater limit.
      """, at: place)
  }

  /// `At 12.300 s`.
  var moment: String { "At \(now.seconds) s" }

  /// What the flight has next, in words, and what else follows.
  func hasNext(_ endpoint: String) -> String {
    let task = currentTaskID
    let next = state.withLock { $0.nextUnasked(endpoint, of: task) }
    let end = following.map { "\n\($0)" } ?? ""
    guard let next else { return "The flight has come to its end, at \(flight.end.seconds) s.\(end)" }
    return "Next in \(flight.name) is, at \(next.when.seconds) s: \(next.words)\(end)"
  }

  /// Reports what the program asked then and not now.
  func reportUnasked() {
    let unasked = state.withLock { $0.allUnasked }
    if unasked.isEmpty { return }
    let lines = unasked.prefix(20).map { "- at \($0.when.seconds) s: \($0.words)" }.joined(separator: "\n")
    let more = unasked.count > 20 ? "\n- and \(unasked.count - 20) more" : ""
    TestHooks.report("The program has not asked what it asked in \(flight.name):\n\(lines)\(more)", at: place)
  }
}

extension Calendar.Identifier {
  /// The one that a flight names.
  init?(recorded name: String) {
    guard let identifier = Self.named.first(where: { "\($0)" == name }) ?? Self(unicode: name) else { return nil }
    self = identifier
  }

  /// Those whose descriptions, on some systems, are not the names that ICU has for them.
  private static let named: [Calendar.Identifier] = [
    .ethiopicAmeteAlem, .ethiopicAmeteMihret, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .republicOfChina,
  ]
}
