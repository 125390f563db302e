// audit:allow-file files, descriptors, process, scheduling – recordings are on the disk, which other processes use, too.

import Foundation
import GlobalEnvironment

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 { open(path, flags, mode) }

/// Whether the process with that number runs; its sign does not matter.
func isRunning(process: Int) -> Bool {
  Int32(exactly: process.magnitude).map { $0 > 0 && (kill($0, 0) == 0 || errno == EPERM) } ?? false
}

/// An open file with a lock. While it is open for reading, no other user of this type can write it. While it is open for
/// writing, no other user of this type can read or write it.
struct LockedFile: ~Copyable {
  /// The identity of a file, independent of its name.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  /// A file as it is at some moment: another process may add to it, or put another one in its place.
  struct Version: Equatable {
    var identity: Identity
    var size: Int
  }

  /// Keeps a file open. A file system may give the number of a removed file to the next one, but not while it is open.
  ///
  /// Only the last ones stay, as a process may have 256 files open: refer to them weakly.
  final class Held: Sendable {
    private static let most = 32
    private static let last = Locked<[Held]>([])

    let identity: Identity
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32, _ identity: Identity) {
      (self.descriptor, self.identity) = (descriptor, identity)
      // Closed after the lock.
      let oldest = Self.last.withLock { last -> Held? in
        last.append(self)
        return last.count > Self.most ? last.removeFirst() : nil
      }
      withExtendedLifetime(oldest) {}
    }

    deinit { close(descriptor) }
  }

  enum Access {
    case reading, writing
  }

  let identity: Identity
  /// In bytes, when it was opened.
  let size: Int
  var version: Version { Version(identity: identity, size: size) }
  private let path: String
  private let descriptor: Int32
  private let mode: mode_t

  /// How long to wait for others, in tries that last a millisecond each.
  private static let patience = 10_000

  /// Opens the file at `path`, and waits while others have it locked.
  ///
  /// - Returns: Nil where there is none.
  /// - Throws: ``RecordingError`` for a directory or a device, for a file that may not be opened, and for one that others keep
  ///   locked for ten seconds.
  static func open(_ path: String, for access: Access) throws(RecordingError) -> LockedFile? {
    while true {
      let flags = (access == .reading ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NONBLOCK
      let descriptor = openFile(path, flags)
      guard descriptor >= 0 else {
        if errno == ENOENT { return nil }
        throw failure(path, errno)
      }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw RecordingError(file: path, reason: "this is a directory or a device, not a file. Name a HAR file")
      }
      guard lock(descriptor, access) else {
        close(descriptor)
        throw RecordingError(
          file: path, reason: "another process has kept the file locked for ten seconds. End that process")
      }
      // Another process may have replaced the file while this one waited for the lock.
      var current = stat()
      if fstat(descriptor, &status) == 0, stat(path, &current) == 0, Identity(current) == Identity(status) {
        return LockedFile(descriptor, status, path)
      }
      close(descriptor)
    }
  }

  private init(_ descriptor: Int32, _ status: stat, _ path: String) {
    self.descriptor = descriptor
    self.path = path
    identity = Identity(status)
    size = Int(status.st_size)
    mode = status.st_mode & 0o777
  }

  deinit { close(descriptor) }

  /// Holds the file without its lock; nil where another one has taken its place.
  func hold() -> Held? {
    let held = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard held >= 0, fstat(held, &status) == 0, Identity(status) == identity else {
      if held >= 0 { close(held) }
      return nil
    }
    return Held(held, identity)
  }

  private static func lock(_ descriptor: Int32, _ access: Access) -> Bool {
    let operation = (access == .reading ? LOCK_SH : LOCK_EX) | LOCK_NB
    for _ in 0..<patience {
      if flock(descriptor, operation) == 0 { return true }
      // Some file systems have no locks.
      guard errno == EWOULDBLOCK || errno == EINTR else { return true }
      // Real time: another process holds the file.
      usleep(1_000)
    }
    return false
  }

  // MARK: Contents

  /// Returns the bytes in `range`, as far as there are any.
  func read(_ range: Range<Int>) throws(RecordingError) -> Data {
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
  func write(_ data: Data, at offset: Int) throws(RecordingError) {
    // Before writing: a process that ends in between must not leave old bytes behind a whole file.
    if offset + data.count < size, ftruncate(descriptor, off_t(offset)) != 0 { throw Self.failure(path, errno) }
    try Self.write(data, to: descriptor, at: offset, path)
  }

  /// Puts back the contents from `offset` on, up to the end.
  func restore(_ data: Data, at offset: Int) throws(RecordingError) {
    guard ftruncate(descriptor, off_t(offset)) == 0 else { throw Self.failure(path, errno) }
    try Self.write(data, to: descriptor, at: offset, path)
  }

  /// Puts a file in the place of this one, once it is whole.
  ///
  /// - Parameter parts: Returns the next part of its contents; nil at their end.
  func replace(with parts: () throws(RecordingError) -> Data?) throws(RecordingError) -> Held {
    try Self.make(path, mode, with: parts) { rename($0, path) == 0 }
  }

  /// Makes a file where there is none.
  ///
  /// - Returns: Nil where another process was faster.
  static func create(_ path: String, with data: Data) throws(RecordingError) -> Held? {
    var rest: Data? = data
    var exists = false
    let file = try make(path, 0o644, with: { rest.take() }) { part in
      // Not `rename`, which would replace a file that was made in between.
      if link(part, path) != 0 {
        exists = errno == EEXIST
        // Some file systems have no links.
        return exists || ([EPERM, ENOTSUP, ENOSYS].contains(errno) && rename(part, path) == 0)
      }
      unlink(part)
      return true
    }
    return exists ? nil : file
  }

  /// Removes what processes that have ended have left beside the file at `path`.
  static func removeParts(of path: String) {
    for part in parts(of: path) where !isRunning(process: part.process) { unlink(part.path) }
  }

  /// Returns what processes have beside the file at `path`.
  static func parts(of path: String) -> [(process: Int, path: String)] {
    let url = URL(filePath: path)
    let start = ".\(url.lastPathComponent)."
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
    return (names ?? []).compactMap { name in
      let number = name.dropFirst(start.count)
      guard name.hasPrefix(start), let process = Int(number), "\(process)" == number, process != 0 else { return nil }
      return (process, part(of: path, process: process))
    }
  }

  /// Returns the path of the file that a process writes before it is moved to `path`; with a minus, of its ``RenewalMark``.
  static func part(of path: String, process: Int) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().appending(
      component: ".\(url.lastPathComponent).\(process)", directoryHint: .notDirectory
    ).path(percentEncoded: false)
  }

  /// Writes a file beside its place, and lets `move` bring it there.
  private static func make(
    _ path: String, _ mode: mode_t, with parts: () throws(RecordingError) -> Data?, move: (String) -> Bool
  ) throws(RecordingError) -> Held {
    let part = Self.part(of: path, process: Int(getpid()))
    unlink(part)
    let new = openFile(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard new >= 0 else { throw failure(path, errno) }
    var status = stat()
    let isKnown = fstat(new, &status) == 0
    let held = Held(new, Identity(status))
    // In case it has not been moved.
    defer { unlink(part) }
    guard isKnown else { throw failure(path, errno) }
    var size = 0
    while let data = try parts() {
      try write(data, to: new, at: size, path)
      size += data.count
    }
    guard move(part) else { throw failure(path, errno) }
    return held
  }

  private static func write(_ data: Data, to descriptor: Int32, at offset: Int, _ path: String) throws(RecordingError) {
    var count = 0
    while count < data.count {
      let written = data.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + count))
      }
      if written <= 0 {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      count += written
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> RecordingError {
    RecordingError(
      file: path,
      reason: """
        the file cannot be used (\(String(cString: strerror(number)))). Make it and its folder readable and writable
        """)
  }
}

extension LockedFile.Identity {
  fileprivate init(_ status: stat) {
    // Their types differ from platform to platform.
    self.init(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
