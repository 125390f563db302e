import Foundation
import GlobalEnvironment

/// A file system whose calls are written into a flight.
struct RecordedFiles: EnvironmentFileSystem, CustomStringConvertible {
  let base: any EnvironmentFileSystem
  let log: FlightLog

  var description: String { "\(base)" }

  func read(_ url: URL) throws -> Data {
    try call(.read, url, outcome: { .bytes(contents($0, of: url)) }) { try base.read(url) }
  }

  func write(_ data: Data, to url: URL) throws {
    try call(.write, url, writing: data) { try base.write(data, to: url) }
  }

  func append(_ data: Data, to url: URL) throws {
    try call(.append, url, writing: data) { try base.append(data, to: url) }
  }

  func list(_ url: URL) throws -> [URL] {
    try call(.list, url, outcome: { .names($0.map { log.short($0.lastPathComponent) }) }) { try base.list(url) }
  }

  func attributes(of url: URL) throws -> FileAttributes {
    func outcome(_ found: FileAttributes) -> FlightFileCall.Outcome {
      let kind: UInt8 =
        switch found.kind {
        case .file: 0
        case .folder: 1
        case .other: 2
        }
      return .attributes(kind: kind, size: found.size, modified: found.modified)
    }
    return try call(.attributes, url, outcome: outcome) { try base.attributes(of: url) }
  }

  func createFolder(_ url: URL) throws {
    try call(.createFolder, url) { try base.createFolder(url) }
  }

  func move(_ source: URL, to destination: URL) throws {
    try call(.move, source, to: destination) { try base.move(source, to: destination) }
  }

  func copy(_ source: URL, to destination: URL) throws {
    try call(.copy, source, to: destination) { try base.copy(source, to: destination) }
  }

  func remove(_ url: URL) throws {
    try call(.remove, url) { try base.remove(url) }
  }

  func folder(_ folder: KnownFolder) -> URL {
    let url = base.folder(folder)
    let number = KnownFolder.allCases.firstIndex(of: folder) ?? 0
    if folder == .home { log.hider.hide(home: path(url)) }
    log.write(.folder) {
      $0.add(UInt8(number))
      $0.add(log.short(path(url)))
    }
    return url
  }

  // MARK: Implementation

  private func call<Result>(
    _ verb: FlightFileCall.Verb, _ url: URL, to destination: URL? = nil, writing data: Data? = nil,
    outcome: (Result) -> FlightFileCall.Outcome = { _ in .done }, _ body: () throws -> Result
  ) throws -> Result {
    // First, as they may tell that a part of the path is secret.
    let written = data.map { contents($0, of: url) }
    var call = FlightFileCall(
      verb: verb, path: log.short(path(url)), destination: destination.map { log.short(path($0)) }, written: written,
      outcome: .done)
    defer { log.write(.file) { $0.add(call) } }
    do {
      let result = try body()
      call.outcome = outcome(result)
      return result
    } catch {
      call.outcome = .failed(log.failure(error))
      throw error
    }
  }

  private func path(_ url: URL) -> String { url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString }

  private func contents(_ data: Data, of url: URL) -> FlightBody {
    // A file that is hidden as a whole has its placeholder, however long it is.
    if let placeholder = log.hider.placeholder(for: data, named: url.lastPathComponent, in: .file) {
      return log.body(Array(placeholder.utf8))
    }
    return log.body(data) { log.hider.body($0, type: "") }
  }
}
