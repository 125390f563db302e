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
    var answers: [Int] = []
    /// The header fields by which they differ.
    var varying: Set<String> = []
    /// Those that fit requests with the same values in these fields.
    var lines: [[String?]: Line] = [:]
  }

  private struct Line {
    var answers: [Int]
    var next = 0
    var isUsedUp = false
  }

  private(set) var recorded: [Recorded] = []
  private var tracks: [RequestKey: Track] = [:]
  /// The keys of tracks by other keys that their requests may have.
  private var aliases: [RequestKey: RequestKey] = [:]
  /// The keys of a method and URL: by the key without a body.
  private var keys: [RequestKey: Set<RequestKey>] = [:]
  /// Whether this package has written the file.
  private(set) var isOwn = false
  /// What is wrong with entries that are passed over.
  private(set) var flaws = EntryFlaws()

  init() {}

  /// Takes the exchanges out of a file. Entries that no request can ask for are skipped, and so are those that are wrong.
  init(_ file: HARFile, _ names: SecretNames, _ parts: ComparedParts = ComparedParts()) {
    isOwn = file.isOwn
    for entry in file.entriesAsSent {
      let exchange: Exchange
      do {
        exchange = try Exchange(entry, by: file.har.log.creator)
      } catch {
        guard case .flawed(let reason, let steps) = error else { continue }
        flaws.add(entry.index, entry.request.url) {
          file.error(reason, at: [.name("log"), .name("entries"), .index(entry.index)] + steps)
        }
        continue
      }
      // What a browser exports has the secrets.
      var hidden = exchange.request
      _ = hidden.hide(names)
      let key = RequestKey(hidden, names, parts)
      for alias in RequestKey.others(of: exchange.request, names, parts) where aliases[alias] == nil {
        aliases[alias] = key
      }
      tracks[key, default: Track()].answers.append(recorded.count)
      tracks[key]?.varying.formUnion(exchange.varying(names))
      keys[key.withoutBody, default: []].insert(key)
      recorded.append(Recorded(exchange: exchange, key: key, index: entry.index))
    }
    for flawed in file.har.log.flawed { flaws.add(flawed.index, flawed.url) { file.error(of: flawed) } }
  }

  /// Takes the next answer to a request; the last one repeats.
  ///
  /// - Parameters:
  ///   - key: The key of the request.
  ///   - headers: Its header fields. Those that it lacks fit any value in the `Vary` of an answer.
  ///   - isExact: Whether the body must be the recorded one, and the fields that answers name in `Vary`. Otherwise others fit
  ///     where only one was recorded, and any value fits in the place of a secret where only one request matches.
  mutating func next(for key: RequestKey, _ headers: [HAR.Field] = [], exactly isExact: Bool) -> Recorded? {
    guard let key = self.key(like: key, exactly: isExact), let track = tracks[key] else { return nil }
    let names = track.varying.sorted()
    let wanted = names.map { headers.value(of: $0) }
    var line = track.lines[wanted] ?? Line(answers: fitting(wanted, names, in: track, exactly: isExact))
    if line.answers.isEmpty { return nil }
    var answer = recorded[line.answers[line.next]]
    answer.isRepeated = line.isUsedUp
    line.isUsedUp = line.next + 1 >= line.answers.count
    line.next = min(line.next + 1, line.answers.count - 1)
    tracks[key]?.lines[wanted] = line
    return answer
  }

  private func key(like key: RequestKey, exactly isExact: Bool) -> RequestKey? {
    if tracks[key] != nil { return key }
    if let known = aliases[key] { return known }
    if isExact { return nil }
    if let known = keys[key.withoutBody], known.count == 1 { return known.first }
    // What is secret in the file may not be known as secret here.
    let fitting = tracks.keys.filter { $0.fits(key) }
    return fitting.count == 1 ? fitting.first : nil
  }

  /// The answers to requests with these values in the fields by which they differ.
  private func fitting(_ wanted: [String?], _ names: [String], in track: Track, exactly isExact: Bool) -> [Int] {
    if wanted.allSatisfy({ $0 == nil }) { return track.answers }
    let fitting = track.answers.filter { answer in
      zip(names, wanted).allSatisfy { recorded[answer].exchange.request.hasValue($1, of: $0) }
    }
    if !fitting.isEmpty || isExact { return fitting }
    let variants = Set(
      track.answers.map { answer in names.map { recorded[answer].exchange.request.headers.value(of: $0) } })
    return variants.count == 1 ? track.answers : []
  }

  /// Describes the recorded requests that are most like one that is not recorded, and how each differs.
  func nearest(to key: RequestKey, _ headers: [HAR.Field] = [], _ names: SecretNames = SecretNames([])) -> [String] {
    let (base, query) = key.parts
    let described = recorded.map { recorded -> (likeness: Int, recorded: Recorded, differences: [String]) in
      let (otherBase, otherQuery) = recorded.key.parts
      var differences: [String] = []
      if recorded.key.method != key.method { differences.append("method is \(key.method), not \(recorded.key.method)") }
      if otherBase != base { differences.append("URL is \(base), not \(otherBase)") }
      if otherQuery != query { differences.append("query is \(query.shown), not \(otherQuery.shown)") }
      if recorded.key.body != key.body { differences.append("the body differs") }
      if recorded.key.headers != key.headers {
        differences.append("header is \(key.shownHeaders), not \(recorded.key.shownHeaders)")
      }
      let other = recorded.exchange.request
      for name in recorded.exchange.varying(names).sorted() where !other.hasValue(headers.value(of: name), of: name) {
        differences.append(
          "\(name) is \(headers.value(of: name) ?? ""), not \(other.headers.value(of: name) ?? "empty"), and the answer varies"
        )
      }
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

extension Exchange {
  /// The header fields by which its answer would be another one, in lowercase (RFC 9110, section 12.5.5), without secrets. A
  /// recorded body is decoded, so how it may be encoded makes no difference.
  fileprivate func varying(_ names: SecretNames) -> [String] {
    guard case .response(let response) = outcome else { return [] }
    let fields = response.headers.filter { $0.name.isEqualIgnoringCase("Vary") }
    return fields.flatMap { $0.value.lowercased().split { ", \n".contains($0) }.map(String.init) }
      .filter { $0 != "*" && $0 != "accept-encoding" && names.header($0) == nil && !UsualSecrets.isSecretHeader($0) }
  }
}

extension Exchange.Request {
  /// Whether a header field has a value, or one that is hidden; a request without one fits any.
  fileprivate func hasValue(_ value: String?, of name: String) -> Bool {
    guard let value else { return true }
    let own = headers.value(of: name)
    return own == value || own?.contains("<secret:") == true
  }
}

extension RequestKey {
  fileprivate var withoutBody: RequestKey {
    var key = self
    key.body = ""
    return key
  }

  fileprivate var shownHeaders: String {
    let lines = headers.split(separator: "\n").map { line in
      let name = line.prefix { $0 != ":" }
      return UsualSecrets.isSecretHeader(String(name)) ? "\(name): …" : String(line)
    }
    return lines.isEmpty ? "empty" : lines.joined(separator: ", ")
  }

  fileprivate var parts: (base: String, query: String) {
    let base = url.prefix { $0 != "?" }
    return (String(base), String(url.dropFirst(base.count + 1)))
  }
}

extension String {
  fileprivate var shown: String { isEmpty ? "empty" : UsualSecrets.hidden(in: self) }
}
