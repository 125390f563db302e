import Foundation
import GlobalEnvironmentWire

/// The exchanges of a file, and which of them answers next.
struct RecordedAnswers: Sendable {

  /// An exchange, and the number of its entry in the file.
  struct Recorded: Sendable {
    var exchange: Exchange
    var key: RequestKey
    var index: Int
    /// Whether it has answered before: no later answer to its request is recorded.
    var isRepeated = false
  }

  /// The answers to one request, in the order in which it was sent.
  private struct Track {
    var answers: [Int]
    var next = 0
    var isUsedUp = false
  }

  private(set) var recorded: [Recorded] = []
  private var tracks: [RequestKey: Track] = [:]
  /// The keys of a method and URL: by the key without a body.
  private var keys: [RequestKey: Set<RequestKey>] = [:]

  init() {}

  /// Takes the exchanges out of a file.
  ///
  /// - Throws: ``RecordingError`` for an entry that is wrong; those that no request can ask for are skipped.
  init(_ file: HARFile, _ names: SecretNames) throws(RecordingError) {
    for (index, entry) in file.entriesAsSent {
      let exchange: Exchange
      do {
        exchange = try Exchange(entry)
      } catch {
        guard case .flawed(let reason, let steps) = error else { continue }
        throw file.error(reason, at: [.name("log"), .name("entries"), .index(index)] + steps)
      }
      // What a browser exports has the secrets.
      var hidden = exchange.request
      _ = hidden.hide(names)
      let key = RequestKey(hidden, names)
      tracks[key, default: Track(answers: [])].answers.append(recorded.count)
      keys[key.withoutBody, default: []].insert(key)
      recorded.append(Recorded(exchange: exchange, key: key, index: index))
    }
  }

  /// Takes the next answer to a request; the last one repeats.
  ///
  /// - Parameter exactly: Whether the body must be the recorded one. Otherwise another body fits where only one was recorded,
  ///   and any value fits in the place of a secret where only one request matches.
  mutating func next(for key: RequestKey, exactly: Bool) -> Recorded? {
    var key = key
    if tracks[key] == nil {
      if exactly { return nil }
      if let known = keys[key.withoutBody], known.count == 1, let only = known.first {
        key = only
      } else {
        // What is secret in the file may not be known as secret here.
        let fitting = tracks.keys.filter { $0.fits(key) }
        guard fitting.count == 1, let only = fitting.first else { return nil }
        key = only
      }
    }
    guard let track = tracks[key] else { return nil }
    var answer = recorded[track.answers[track.next]]
    answer.isRepeated = track.isUsedUp
    tracks[key]?.next = min(track.next + 1, track.answers.count - 1)
    tracks[key]?.isUsedUp = track.next + 1 >= track.answers.count
    return answer
  }

  /// Describes the recorded requests that are most like one that is not recorded, and how each differs.
  func nearest(to key: RequestKey) -> [String] {
    let (base, query) = key.parts
    let described = recorded.map { recorded -> (likeness: Int, recorded: Recorded, differences: [String]) in
      let (otherBase, otherQuery) = recorded.key.parts
      var differences: [String] = []
      if recorded.key.method != key.method { differences.append("method is \(key.method), not \(recorded.key.method)") }
      if otherBase != base { differences.append("URL is \(base), not \(otherBase)") }
      if otherQuery != query { differences.append("query is \(query.shown), not \(otherQuery.shown)") }
      if recorded.key.body != key.body { differences.append("the body differs") }
      let common = zip(base, otherBase).prefix { $0 == $1 }.count
      return (common - 1_000 * differences.count, recorded, differences)
    }
    var seen: Set<RequestKey> = []
    return described.sorted { ($1.likeness, $0.recorded.index) < ($0.likeness, $1.recorded.index) }
      .filter { seen.insert($0.recorded.key).inserted }
      .prefix(3)
      .map { "log.entries[\($0.recorded.index)]: \($0.differences.joined(separator: "; "))" }
  }
}

extension RequestKey {
  fileprivate var withoutBody: RequestKey {
    var key = self
    key.body = ""
    return key
  }

  fileprivate var parts: (base: String, query: String) {
    let base = url.prefix { $0 != "?" }
    return (String(base), String(url.dropFirst(base.count + 1)))
  }
}

extension String {
  fileprivate var shown: String { isEmpty ? "empty" : UsualSecrets.hidden(in: self) }
}
