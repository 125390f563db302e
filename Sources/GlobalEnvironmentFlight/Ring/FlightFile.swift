// audit:allow-file files, descriptors, process – this must survive the process, so it is on the disk, whatever the
// environment is.

import Foundation
import GlobalEnvironment
import GlobalEnvironmentAtomics

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

/// A file of a fixed size that is mapped into memory, and that no other recorder has.
///
/// The system has at once what is written to that memory: it survives the process, however that ends.
///
/// `@unchecked` holds because nothing in it changes, and the memory is only touched by whole words.
final class FlightFile: @unchecked Sendable {
  let memory: UnsafeMutableRawPointer
  private let size: Int
  private let descriptor: Int32

  /// Makes the file; a flight that is there already is kept beside it, as ``previous(of:)`` says.
  init(_ url: URL, size: Int) throws(FlightError) {
    let path = url.path(percentEncoded: false)
    guard url.isFileURL, !path.contains("\0") else {
      throw FlightError(file: url.absoluteString, "this is not the URL of a file. Make one with URL(filePath:).")
    }
    let descriptor = try Self.open(path, keptAt: Self.previous(of: url).path(percentEncoded: false))
    let failure = global_environment_reserve_file(descriptor, Int64(size))
    guard failure == 0, let memory = Self.map(descriptor, size) else {
      let reason = Self.words(failure == 0 ? errno : failure)
      close(descriptor)
      unlink(path)
      throw FlightError(
        file: path,
        "\(size) bytes cannot be reserved: \(reason). Choose a smaller limit, or a folder on another disk.")
    }
    (self.memory, self.size, self.descriptor) = (memory, size, descriptor)
    Self.watchEnd
    Self.mapped.withLock { _ = $0.insert(UInt(bitPattern: memory)) }
  }

  deinit {
    Self.mapped.withLock { _ = $0.remove(UInt(bitPattern: memory)) }
    Self.end(memory)
    munmap(memory, size)
    close(descriptor)
  }

  // MARK: How it ends

  /// Where the files are in memory that the process has open.
  private static let mapped = Locked<Set<UInt>>([])

  /// Writes at the end of the process that it came by itself. A process that crashes, or is killed, does not get there.
  private static let watchEnd: Void = {
    atexit {
      FlightFile.mapped.withLock { $0.compactMap { UnsafeMutableRawPointer(bitPattern: $0) }.forEach(FlightFile.end) }
    }
  }()

  private static func end(_ memory: UnsafeMutableRawPointer) {
    memory.storeBytes(of: UInt64(1).littleEndian, toByteOffset: FlightHeader.endedOffset, as: UInt64.self)
  }

  /// Whether a file is a flight that has come to its end; nil where it is no flight.
  private static func hasEnded(_ descriptor: Int32) -> Bool? {
    let size = FlightHeader.endedOffset + 8
    var head = [UInt8](repeating: 0, count: size)
    guard pread(descriptor, &head, size, 0) == size, head.starts(with: FlightHeader.magic) else { return nil }
    return FlightHeader.number(at: FlightHeader.endedOffset, in: head) != UInt64(0)
  }

  // MARK: The flight before

  /// Where the flight of the run before is kept; for longer, if that ended badly, and the next ones did not.
  static func previous(of url: URL) -> URL {
    let name = url.deletingPathExtension().lastPathComponent + "-previous"
    let folder = url.deletingLastPathComponent()
    let ending = url.pathExtension
    return folder.appending(component: ending.isEmpty ? name : "\(name).\(ending)", directoryHint: .notDirectory)
  }

  /// Opens a new file and locks it.
  private static func open(_ path: String, keptAt previous: String) throws(FlightError) -> Int32 {
    let old = try lock(openFile(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK), path)
    var status = stat()
    guard fstat(old, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(old)
      throw FlightError(file: path, "it is not a plain file. Choose another path.")
    }
    // Between the two steps, another recorder may have moved it away and begun one of its own.
    var named = stat()
    guard stat(path, &named) == 0, named.st_ino == status.st_ino, named.st_dev == status.st_dev else {
      close(old)
      throw taken(path)
    }
    if status.st_size == 0 { return old }
    // A power loss may have left a file its size and not its contents.
    if isBlank(old, Int(clamping: status.st_size)), ftruncate(old, 0) == 0 { return old }
    guard let hasEnded = hasEnded(old) else {
      close(old)
      throw FlightError(file: path, "another file is there, which is not a flight. Remove it, or choose another path.")
    }
    let kept = openFile(previous, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { if kept >= 0 { close(kept) } }
    let isKept = hasEnded && kept >= 0 && Self.hasEnded(kept) == false
    guard isKept ? unlink(path) == 0 : rename(path, previous) == 0 else {
      let reason = words(errno)
      close(old)
      throw FlightError(file: path, "the flight before cannot be moved to \(previous): \(reason).")
    }
    close(old)
    return try lock(openFile(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC), path)
  }

  /// Whether a file has the size of a flight, and only zeros in its first and last page: the image of a disk may begin so.
  private static func isBlank(_ descriptor: Int32, _ size: Int) -> Bool {
    let page = FlightHeader.size
    guard size >= page, (size - page) % Int(GLOBAL_ENVIRONMENT_RING_UNIT) == 0 else { return false }
    return [0, size - page].allSatisfy { place in
      var bytes = [UInt8](repeating: 1, count: page)
      return pread(descriptor, &bytes, page, off_t(place)) == page && bytes.allSatisfy { $0 == 0 }
    }
  }

  private static func lock(_ descriptor: Int32, _ path: String) throws(FlightError) -> Int32 {
    guard descriptor >= 0 else {
      throw FlightError(
        file: path, "it cannot be made: \(words(errno)). Choose a folder that is there and that the app may write to.")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw taken(path)
    }
    return descriptor
  }

  private static func taken(_ path: String) -> FlightError {
    FlightError(file: path, "another recorder writes to it. Give each recorder a file of its own.")
  }

  private static func map(_ descriptor: Int32, _ size: Int) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return memory == MAP_FAILED ? nil : memory
  }

  static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}
