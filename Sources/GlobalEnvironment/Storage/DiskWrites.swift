// audit:allow-file files, descriptors – this is the live file system.

import Foundation

extension DiskFiles {

  /// Writes a file, or replaces it and keeps its permissions: all of it appears at once, or nothing does.
  func replaceFile(at path: FilePath, with data: Data) throws {
    #if canImport(Darwin)
      // Keeps the permissions, and works in a sandbox that has only this file.
      try data.write(to: path.url, options: .atomic)
    #else
      // Foundation would let everybody read what only its owner could.
      var old = stat()
      let isReplacing = stat(path.description, &old) == 0
      let part = path.asPart
      do {
        let file = open(part.description, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isReplacing ? 0o600 : 0o666)
        guard file >= 0 else { throw POSIXError.latest }
        defer { close(file) }
        if isReplacing { take(old, for: file) }
        try writeAll(data, to: file)
        // On the disk before its name is, as a crash would leave an empty file.
        guard data.isEmpty || fsync(file) == 0 || errno == EINVAL else { throw POSIXError.latest }
        guard Foundation.rename(part.description, path.description) == 0 else { throw POSIXError.latest }
      } catch {
        unlink(part.description)
        // Something is mounted there: it can only be written into.
        guard let error = error as? POSIXError, error.code == .EBUSY else { throw error }
        try data.write(to: path.url)
      }
    #endif
  }

  /// Adds bytes to a file in the mode that moves to its end and writes in one step.
  func appendBytes(of data: Data, toFileAt path: FilePath) throws {
    let file = open(path.description, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw POSIXError.latest }
    defer { close(file) }
    var result = Result<Void, any Error>.success(())
    let write = { result = Result { try writeAll(data, to: file) } }
    // A pipe whose reader has gone is an error.
    if DiskLookup().kind(path) == .other { LiveOutput.withoutBrokenPipeSignal(of: file, write) } else { write() }
    try result.get()
  }
}

private func writeAll(_ data: Data, to file: CInt) throws {
  try data.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno != EINTR { throw POSIXError.latest }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}

#if !canImport(Darwin)
  /// Gives a file the owner, the group and the permissions of another, as far as this process may.
  private func take(_ other: stat, for file: CInt) {
    let keepsGroup = fchown(file, other.st_uid, other.st_gid) == 0 || fchown(file, .max, other.st_gid) == 0
    // A group that could be any may do what all may.
    let mode = keepsGroup ? other.st_mode : other.st_mode & 0o707 | (other.st_mode & 0o007) << 3
    fchmod(file, mode & 0o777)
  }
#endif
