import Foundation
import GlobalEnvironment

/// A file system whose calls a run may let fail.
///
/// Questions about where a folder is, or whether something exists, never fail, so that a test may look at what is there.
struct FaultyFiles: FilesInFront, CustomStringConvertible {
  let base: any EnvironmentFileSystem
  let run: FaultRun

  /// The description of the files, for expectations that fail.
  var description: String { "\(base)" }

  func read(_ url: URL) throws -> Data {
    try call(.readFile, "read", url, { .read($0) }, isReading: true) { try base.read(url) }
  }

  func write(_ data: Data, to url: URL) throws {
    try call(.writeFile, "write", url, { .write($0) }) { try base.write(data, to: url) }
  }

  func append(_ data: Data, to url: URL) throws {
    try call(.appendToFile, "append", url, { .append($0) }, first: data.prefix(data.count / 2)) {
      try base.append(data, to: url)
    }
  }

  func list(_ url: URL) throws -> [URL] {
    try call(.listFolder, "list", url, { .list($0) }, isReading: true) { try base.list(url) }
  }

  func attributes(of url: URL) throws -> FileAttributes {
    try run.inside { try base.attributes(of: url) }
  }

  func createFolder(_ url: URL) throws {
    try call(.createFolder, "createFolder", url, { .createFolder($0) }) { try base.createFolder(url) }
  }

  func move(_ source: URL, to destination: URL) throws {
    try call(.moveFile, "move", source, { .move($0, to: FilePath(destination) ?? $0) }) {
      try base.move(source, to: destination)
    }
  }

  func copy(_ source: URL, to destination: URL) throws {
    try call(.copyFile, "copy", source, { .copy($0, to: FilePath(destination) ?? $0) }) {
      try base.copy(source, to: destination)
    }
  }

  func remove(_ url: URL) throws {
    try call(.removeFile, "remove", url, { .remove($0) }) { try base.remove(url) }
  }

  func folder(_ folder: KnownFolder) -> URL { run.inside { base.folder(folder) } }

  /// Does what `body` does, unless it fails, with an error of `operation`; `first` is appended before the disk is full.
  private func call<Result>(
    _ kind: FaultyCall, _ verb: String, _ url: URL, _ operation: (FilePath) -> FileOperation, isReading: Bool = false,
    first: Data = Data(), _ body: () throws -> Result
  ) throws -> Result {
    func error(_ reason: POSIXError.Code) -> CocoaError {
      guard let path = FilePath(url) else { return .notFile(url, isReading: isReading) }
      return CocoaError(operation(path), FileRefusal(reason, path, isReading: isReading))
    }
    switch run.strike(kind, "\(verb) \(url.lastPathComponent)") {
    case .diskFull: throw error(.ENOSPC)
    case .diskFullMidway:
      try run.inside { try base.append(first, to: url) }
      throw error(.ENOSPC)
    case .noPermission: throw error(.EACCES)
    case .inputOutputError: throw error(.EIO)
    // A file that does not exist cannot be removed.
    case .gone: run.inside { try? base.remove(url) }
    case .killed: throw CancellationError()
    default: break
    }
    return try run.inside(body)
  }
}
