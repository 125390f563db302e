import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentRedaction

/// Files that are found as they were in a flight, and change as the program changes them.
struct ReplayedFiles: EnvironmentFileSystem, CustomStringConvertible {
  let base: any EnvironmentFileSystem
  let replay: FlightReplay

  var description: String { "\(base)" }

  func read(_ url: URL) throws -> Data {
    guard let call = try take(.read, url), case .bytes(let body) = call.outcome else {
      return try again(.read, url) { try base.read(url) }
    }
    // What the program has written itself is the real text; the flight may have placeholders.
    if !body.isCut, let own = try? base.read(url), isShown(own, as: body, url) { return own }
    replay.reportCut(body, call.path)
    try? put(body.bytes, at: url)
    return body.bytes
  }

  func write(_ data: Data, to url: URL) throws {
    try change(.write, url, writing: data) { try base.write(data, to: url) }
  }

  func append(_ data: Data, to url: URL) throws {
    try change(.append, url, writing: data) { try base.append(data, to: url) }
  }

  func list(_ url: URL) throws -> [URL] {
    guard case .names(let names)? = try take(.list, url)?.outcome else {
      return try again(.list, url) { try base.list(url) }
    }
    return names.map { url.appending(component: $0, directoryHint: .notDirectory) }
  }

  func attributes(of url: URL) throws -> FileAttributes {
    guard case .attributes(let kind, let size, let modified)? = try take(.attributes, url)?.outcome else {
      return try again(.attributes, url) { try base.attributes(of: url) }
    }
    return FileAttributes(kind: kind == 0 ? .file : kind == 1 ? .folder : .other, size: size, modified: modified)
  }

  func createFolder(_ url: URL) throws {
    try change(.createFolder, url) { try base.createFolder(url) }
  }

  func move(_ source: URL, to destination: URL) throws {
    try change(.move, source, to: destination) { try base.move(source, to: destination) }
  }

  func copy(_ source: URL, to destination: URL) throws {
    try change(.copy, source, to: destination) { try base.copy(source, to: destination) }
  }

  func remove(_ url: URL) throws {
    try change(.remove, url) { try base.remove(url) }
  }

  func folder(_ folder: KnownFolder) -> URL {
    let number = UInt8(KnownFolder.allCases.firstIndex(of: folder) ?? 0)
    guard case .folder(_, let path)? = replay.content(.folder(number)) else { return base.folder(folder) }
    guard path.hasPrefix(Hider.home) else { return URL(filePath: path, directoryHint: .isDirectory) }
    let home = base.folder(.home)
    replay.hider.hide(home: home.path(percentEncoded: false))
    let rest = path.dropFirst().drop { $0 == "/" }
    return rest.isEmpty ? home : home.appending(path: rest, directoryHint: .isDirectory)
  }

  // MARK: Implementation

  private func path(_ url: URL) -> String {
    replay.hider.hidden(url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString)
  }

  /// Takes the next call of that kind; throws what it threw. What is written is compared with what was.
  private func take(
    _ verb: FlightFileCall.Verb, _ url: URL, to destination: URL? = nil, writing data: Data? = nil
  ) throws -> FlightFileCall? {
    // First, as they may tell that a part of the path is secret.
    if let data { _ = replay.hider.contents(data, ofFile: url.lastPathComponent) }
    let event = replay.next(.file(verb, path(url), to: destination.map(path)))
    guard case .file(let call)? = event?.content else { return nil }
    // Where it failed, too: what was not written may tell secrets, which the flight hides in all that comes later.
    if let data, let then = call.written, !isSame(data, as: then, url) {
      replay.differs("asks to \(verb) other bytes than then: \(path(url))", "files")
    }
    if case .failed(let failure) = call.outcome { throw failure.error(of: url) }
    return call
  }

  /// Looks once more at what the flight has looked at, or at something else, which is reported.
  private func again<Result>(_ verb: FlightFileCall.Verb, _ url: URL, _ body: () throws -> Result) throws -> Result {
    if !replay.knows(.file(verb, path(url), to: nil)) { replay.differs("asks to \(verb) \(path(url))", "files") }
    return try body()
  }

  private func change(
    _ verb: FlightFileCall.Verb, _ url: URL, to destination: URL? = nil, writing data: Data? = nil,
    _ body: () throws -> Void
  ) throws {
    if try take(verb, url, to: destination, writing: data) == nil {
      replay.differs("asks to \(verb) \(path(url))", "files")
      return try body()
    }
    // The change was possible in the flight.
    try? base.createFolder((destination ?? url).deletingLastPathComponent(), withParents: true)
    try? body()
  }

  /// Whether a flight would have these contents of a file.
  private func isSame(_ data: Data, as then: FlightBody, _ url: URL) -> Bool {
    // Of a long file, the flight has only the length.
    if then.isCut, then.bytes.isEmpty, data.count == then.count { return true }
    let shown = Data(replay.hider.contents(data, ofFile: url.lastPathComponent))
    // Where the flight has only the beginning, JSON in another order looks like other JSON.
    if then.isCut, shown.count == then.count { return true }
    return shown == then.bytes || ComparableBody(shown) == ComparableBody(then.bytes)
  }

  /// Whether a flight would have these contents of a file as `then`, but for the numbers of placeholders.
  private func isShown(_ data: Data, as then: FlightBody, _ url: URL) -> Bool {
    let shown = Data(replay.hider.contents(data, ofFile: url.lastPathComponent))
    guard let text = String(validUTF8: shown), let textThen = String(validUTF8: then.bytes) else {
      return shown == then.bytes || ComparableBody(shown) == ComparableBody(then.bytes)
    }
    return Hider.anonymized(text).utf8.elementsEqual(Hider.anonymized(textThen).utf8)
  }

  // MARK: As they were found

  private func put(_ data: Data, at url: URL) throws {
    try base.createFolder(url.deletingLastPathComponent(), withParents: true)
    try base.write(data, to: url)
  }

  /// Writes what the flight has found at its first look at each path.
  func seed(_ events: [FlightEvent]) {
    var seen: Set<String> = []
    // Where the program has moved or copied something to. What is there comes from the program.
    var made: Set<String> = []
    for event in events {
      guard case .file(let call) = event.content else { continue }
      if let destination = call.destination, case .done = call.outcome { made.insert(destination.withoutFinalSlash) }
      guard !isMade(call.path, made), seen.insert(call.path).inserted else { continue }
      let url = URL(filePath: call.path)
      switch call.outcome {
      case .bytes(let body): try? put(body.bytes, at: url)
      case .names, .attributes(1, _, _): try? base.createFolder(url, withParents: true)
      case .attributes(0, _, _):
        // Its contents are those of its first read; until then, they are unknown.
        seen.remove(call.path)
      default: break
      }
    }
  }

  /// Whether `path` is one of `places`, or in a folder that is.
  private func isMade(_ path: String, _ places: Set<String>) -> Bool {
    if places.isEmpty { return false }
    var parents = path.withoutFinalSlash[...]
    while !parents.isEmpty {
      if places.contains(String(parents)) { return true }
      parents = parents.lastIndex(of: "/").map { parents[..<$0] } ?? ""
    }
    return false
  }
}

extension String {
  fileprivate var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
