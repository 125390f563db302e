// audit:allow-file files, descriptors – recordings are on the disk, which other processes use, too.

import Foundation
import GlobalEnvironment

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o644) }

/// An open file to which no other process records while this object lives.
///
/// The lock is that of the file itself, so nothing stands beside the recording, and the system takes it away when the process
/// ends, however that ends. A file that takes the place of another one is locked before.
final class LockedFile: Sendable {
  /// A file as it is at some moment: a program may change it, or put another one in its place, also under its number.
  struct Version: Equatable {
    fileprivate var device: UInt64
    fileprivate var number: UInt64
    fileprivate var size: Int
    fileprivate var seconds: Int
    fileprivate var nanoseconds: Int
  }

  private let path: String
  private let descriptor: Int32

  /// Opens the file at `path`.
  ///
  /// - Returns: Nil where there is none.
  /// - Throws: ``RecordingError`` for a directory or a device, for a file that may not be opened, and for one to which another
  ///   process records.
  static func open(_ path: String) throws(RecordingError) -> LockedFile? {
    let file = try locked(path, O_RDWR)
    return file
  }

  /// Throws the error for a file to which another process records.
  static func requireFree(_ path: String) throws(RecordingError) {
    let descriptor = openFile(path, O_RDONLY)
    // What cannot be opened is told by who needs to.
    guard descriptor >= 0 else { return }
    defer { unlock(descriptor) }
    if !lock(descriptor, LOCK_SH) { throw taken(path) }
  }

  /// Writes a file where there is none, or in the place of `old`; it appears as a whole.
  static func write(
    _ data: Data, to path: String, replacing old: LockedFile?
  ) throws(RecordingError) -> LockedFile {
    let url = URL(filePath: path)
    let name = ".\(url.lastPathComponent).part"
    let part = url.deletingLastPathComponent().appending(component: name, directoryHint: .notDirectory)
      .path(percentEncoded: false)
    // A process that was killed may have left one.
    guard let file = try locked(part, O_RDWR | O_CREAT | O_NOFOLLOW, for: path) else { throw failure(path, ENOENT) }
    do {
      if let old, let mode = old.status?.st_mode { fchmod(file.descriptor, mode & 0o777) }
      try file.replace(from: 0, with: data)
      try move(part, to: path, isNew: old == nil)
      return file
    } catch {
      unlink(part)
      throw error
    }
  }

  private static func move(_ part: String, to path: String, isNew: Bool) throws(RecordingError) {
    // Not `rename`, which would replace a file that was made meanwhile.
    if isNew, link(part, path) == 0 {
      unlink(part)
      return
    }
    if isNew, errno == EEXIST {
      throw RecordingError(
        file: path,
        reason: """
          something else has made the file meanwhile, or a link leads nowhere. Record with one process at a time, or name \
          another file
          """)
    }
    // Some file systems have no links.
    let mayRename = !isNew || [EPERM, ENOTSUP, ENOSYS].contains(errno)
    guard mayRename, rename(part, path) == 0 else { throw failure(path, errno) }
  }

  private init(_ descriptor: Int32, _ path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { Self.unlock(descriptor) }

  private static func locked(
    _ path: String, _ flags: Int32, for recording: String? = nil
  ) throws(RecordingError) -> LockedFile? {
    let descriptor = openFile(path, flags)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(recording ?? path, errno)
    }
    let file = LockedFile(descriptor, recording ?? path)
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingError(
        file: recording ?? path, reason: "this is a directory or a device, not a file. Name a HAR file")
    }
    guard lock(descriptor, LOCK_EX) else { throw taken(recording ?? path) }
    // Another process may have put a file in its place before it was locked.
    var current = stat()
    guard stat(path, &current) == 0, (current.st_dev, current.st_ino) == (status.st_dev, status.st_ino) else {
      return try locked(path, flags, for: recording)
    }
    return file
  }

  private static func lock(_ descriptor: Int32, _ kind: Int32) -> Bool {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      // Some file systems have no locks.
      if errno != EINTR { return errno != EWOULDBLOCK }
    }
    return true
  }

  /// Closes a file. A process that is just being started may still have it open, which would keep its lock.
  private static func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func taken(_ path: String) -> RecordingError {
    let har = try? HARFile((try? Data(contentsOf: URL(filePath: path))) ?? Data(), from: path).har
    let process = har?.log.recorder.map { "process \($0)" } ?? "another process"
    return RecordingError(
      file: path,
      reason: """
        \(process) records to this file, which belongs to it until it ends. Record with one process at a time, as with \
        swift test --no-parallel, or name another file
        """)
  }

  private static func failure(_ path: String, _ number: Int32) -> RecordingError {
    RecordingError(
      file: path,
      reason: """
        the file cannot be used (\(String(cString: strerror(number)))). Make it and its folder readable and writable
        """)
  }

  // MARK: Contents

  private var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// In bytes.
  var size: Int { Int(status?.st_size ?? 0) }

  /// Whether it is the file at its path.
  var isInPlace: Bool {
    var current = stat()
    guard stat(path, &current) == 0, let status else { return false }
    return (current.st_dev, current.st_ino) == (status.st_dev, status.st_ino)
  }

  var version: Version? {
    guard let status else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    // Their types differ from platform to platform.
    return Version(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// Returns the bytes in `range`, as far as there are any.
  func read(_ range: Range<Int>? = nil) throws(RecordingError) -> Data {
    let range = range ?? 0..<size
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        return pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
      }
      if read < 0 {
        if errno == EINTR { continue }
        throw Self.failure(path, errno)
      }
      if read == 0 { break }
      count += read
    }
    return Data(bytes.prefix(count))
  }

  /// Replaces the contents from `offset` on.
  ///
  /// - Parameter old: What stands there now, and is there again where the disk is full.
  func replace(from offset: Int, with data: Data, old: Data = Data()) throws(RecordingError) {
    do throws(RecordingError) {
      // Before writing: a process that ends in between must leave no old bytes behind new ones.
      try cut(at: offset)
      try write(data, at: offset)
    } catch {
      // Even on a full disk, the old bytes fit.
      if (try? cut(at: offset)) != nil { try? write(old, at: offset) }
      throw error
    }
  }

  private func cut(at offset: Int) throws(RecordingError) {
    guard ftruncate(descriptor, off_t(offset)) == 0 else { throw Self.failure(path, errno) }
  }

  private func write(_ data: Data, at offset: Int) throws(RecordingError) {
    var count = 0
    while count < data.count {
      let written = data.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + count))
      }
      if written <= 0 {
        if errno == EINTR { continue }
        throw Self.failure(path, errno)
      }
      count += written
    }
  }
}
