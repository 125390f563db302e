// audit:allow-file files – this is the live file system.

import Foundation

/// Returns the file system of the machine.
@usableFromInline func liveFiles() -> any EnvironmentFileSystem { DiskFiles() }

/// Returns the same; a test that has no environment is told of changes.
func notedFiles() -> any EnvironmentFileSystem { DiskFiles(isNoted: true) }

/// The files of the machine.
struct DiskFiles: EnvironmentFileSystem {
  /// Whether a test that has no environment is told of changes.
  var isNoted = false

  func read(_ url: URL) throws -> Data {
    try perform(.read(path(url, isReading: true))) {
      // `Data(contentsOf:)` refuses devices and pipes.
      guard DiskLookup().kind($0) == .other else { return try Data(contentsOf: $0.url) }
      return try FileHandle(forReadingFrom: $0.url).readToEnd() ?? Data()
    }
  }

  func write(_ data: Data, to url: URL) throws {
    // Checked first: a temporary file beside a folder that is in the way changes the date of the folder around it.
    try perform(.write(path(url)), checksFirst: true) {
      // A device or a pipe takes the bytes: the atomic write would put a file in its place.
      if DiskLookup().kind($0) == .other { return try appendBytes(of: data, toFileAt: $0) }
      // Writes to what a link leads to, as `append` does, rather than replacing the link.
      let path = DiskLookup().resolved($0)
      // Where it leads cannot be told, or not be reached.
      if DiskLookup().isLink(path) { throw access(path.description, F_OK) != 0 ? .latest : POSIXError(.EILSEQ) }
      try replaceFile(at: path, with: data)
    }
  }

  func append(_ data: Data, to url: URL) throws {
    try perform(.append(path(url))) { try appendBytes(of: data, toFileAt: $0) }
  }

  func list(_ url: URL) throws -> [URL] {
    // Checked first: on Linux a file would count as an empty folder.
    let names = try perform(.list(path(url, isReading: true)), checksFirst: true) {
      let paths = try FileManager.default.contentsOfDirectory(atPath: $0.description).map($0.appending)
      // Each once: a name that is not UTF-8 may have the text of another.
      return Set(paths).filter { !DiskLookup().isNoName($0) }.map(\.name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { url.appending(component: $0, directoryHint: .notDirectory) }
  }

  func attributes(of url: URL) throws -> FileAttributes {
    try perform(.attributes(path(url, isReading: true))) { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: DiskLookup().resolved(path).description)
      let kind: FileAttributes.Kind =
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: .folder
        case .typeRegular: .file
        // A link that leads nowhere.
        case .typeSymbolicLink: throw POSIXError(.ENOENT)
        default: .other
        }
      return FileAttributes(
        kind: kind,
        size: kind == .file ? (attributes[.size] as? NSNumber)?.intValue ?? 0 : 0,
        modified: attributes[.modificationDate] as? Date ?? .distantPast
      )
    }
  }

  func createFolder(_ url: URL) throws {
    try perform(.createFolder(path(url))) {
      try FileManager.default.createDirectory(atPath: $0.description, withIntermediateDirectories: false)
    }
  }

  func move(_ source: URL, to destination: URL) throws {
    let destination = try path(destination)
    // Not `moveItem`, which ends the process on Linux where the destination exists, and one name is not ASCII.
    try perform(.move(path(source), to: destination), checksFirst: true) {
      do {
        try rename($0, to: destination)
      } catch let error as POSIXError where error.code == .EXDEV {
        // On another volume. Asked before, as what cannot be removed would be in both places.
        if let refusal = DiskLookup().refusal(of: .remove($0)) { throw refusal }
        if !DiskLookup().isLink($0), let refusal = DiskLookup().refusal(of: .copy($0, to: destination)) {
          throw FileRefusal(refusal.reason, refusal.culprit, isReading: false)
        }
        try moveByCopy($0, to: destination)
      }
    }
  }

  func copy(_ source: URL, to destination: URL) throws {
    let destination = try path(destination)
    // Checked first: a copy of a folder into itself would never end.
    try perform(.copy(path(source, isReading: true), to: destination), checksFirst: true) {
      try copyWhole(DiskLookup().resolved($0), to: destination)
    }
  }

  func remove(_ url: URL) throws {
    // Checked first: all of a folder is removed, or nothing of it.
    try perform(.remove(path(url)), checksFirst: true) {
      try FileManager.default.removeItem(atPath: $0.description)
    }
  }

  func folder(_ folder: KnownFolder) -> URL {
    let home = URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
    let directory: FileManager.SearchPathDirectory
    switch folder {
    case .home: return home
    case .temporary: return FileManager.default.temporaryDirectory
    case .documents: directory = .documentDirectory
    case .caches: directory = .cachesDirectory
    case .applicationSupport: directory = .applicationSupportDirectory
    }
    guard let url = FileManager.default.urls(for: directory, in: .userDomainMask).first else { return home }
    return URL(filePath: url.path, directoryHint: .isDirectory)
  }

  // MARK: Errors

  private func path(_ url: URL, isReading: Bool = false) throws -> FilePath {
    guard let path = FilePath(url) else { throw CocoaError.notFile(url, isReading: isReading) }
    return path
  }

  /// Runs `body`, and throws the error of the rules, where they know what went wrong.
  private func perform<Result>(
    _ operation: FileOperation, checksFirst: Bool = false, _ body: (FilePath) throws -> Result
  ) throws -> Result {
    if isNoted, operation.changesFiles { TestHooks.noteReach(of: "Env.files()") }
    if checksFirst, let refusal = DiskLookup().refusal(of: operation) { throw CocoaError(operation, refusal) }
    do {
      return try body(operation.path)
    } catch let refusal as FileRefusal {
      // Known better than by the rules, which see what the operation has left.
      throw CocoaError(operation, refusal)
    } catch {
      if let refusal = DiskLookup().refusal(of: operation) { throw CocoaError(operation, refusal) }
      throw CocoaError(operation, FileRefusal(error.posixCode, operation.path, isReading: operation.isReading))
    }
  }
}

extension POSIXError {
  /// The error of the system call that failed last on this thread.
  static var latest: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}

extension Error {
  /// What the system said, however deep Foundation has wrapped it.
  var posixCode: POSIXError.Code {
    var next: (any Error)? = self
    while let error = next {
      if let error = error as? POSIXError { return error.code }
      next = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    }
    switch (self as? CocoaError)?.code {
    case .fileWriteOutOfSpace: return .ENOSPC
    case .fileReadNoPermission, .fileWriteNoPermission: return .EACCES
    case .fileReadNoSuchFile, .fileNoSuchFile: return .ENOENT
    case .fileWriteFileExists: return .EEXIST
    case .fileWriteVolumeReadOnly: return .EROFS
    default: return .EIO
    }
  }
}
