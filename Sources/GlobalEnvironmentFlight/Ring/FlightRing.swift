// audit:allow-file chance, process – the file is the process's, whatever the environment is.

import Foundation
import GlobalEnvironmentAtomics

/// The records of a flight that is being recorded.
///
/// `@unchecked` holds because nothing in it changes, and what it points at is only touched by whole words.
final class FlightRing: @unchecked Sendable {
  private let file: FlightFile
  private let header: FlightHeader
  private let ring: UnsafeMutablePointer<global_environment_ring>
  /// When it began, by a clock that cannot be set.
  let began: UInt64

  /// Smaller ones hold hardly a request.
  static let smallestLimit = 16_384

  /// Makes the file of at most `limit` bytes.
  init(at url: URL, lasting: Duration, limit: Int, start: Date, info: FlightInfo) throws(FlightError) {
    let path = url.path(percentEncoded: false)
    guard limit >= Self.smallestLimit else {
      throw FlightError(
        file: path,
        "a limit of \(limit) bytes is too small. Give it \(Self.smallestLimit) at least; 8_000_000 is usual.")
    }
    guard lasting > .zero else {
      throw FlightError(file: path, "it would last for \(lasting). Give it some time, such as .seconds(300).")
    }
    let unit = Int(GLOBAL_ENVIRONMENT_RING_UNIT)
    let units = (limit - FlightHeader.size) / unit
    let file = try FlightFile(url, size: FlightHeader.size + units * unit)
    let nanoseconds = lasting / .nanoseconds(1)
    var header = FlightHeader(
      units: UInt64(units), seed: .random(in: .min ... .max), start: start,
      lasting: nanoseconds < 9e18 ? UInt64(nanoseconds) : UInt64(Int64.max),
      processIdentifier: Int64(getpid()), info: info)
    // A copy of the file may be smaller.
    header.info.texts[.bodyLimit] = "\(header.bodyLimit)"
    self.header = header
    UnsafeMutableRawBufferPointer(start: file.memory, count: FlightHeader.size).copyBytes(from: header.page())
    let words = file.memory.assumingMemoryBound(to: UInt64.self)
    ring = .allocate(capacity: 1)
    ring.initialize(
      to: global_environment_ring(
        words: words + FlightHeader.size / 8, units: UInt64(units), reserved: words + FlightHeader.reservedOffset / 8,
        lost: words + FlightHeader.lostOffset / 8, seed: header.seed))
    began = global_environment_nanoseconds()
    self.file = file
  }

  deinit {
    ring.deallocate()
  }

  var bodyLimit: Int { header.bodyLimit }

  /// What the head says of the flight; what had no room in it is missing.
  var info: FlightInfo {
    let bytes = header.info.bytes(limit: FlightHeader.infoSize)
    return FlightInfo(bytes[...])
  }

  /// Nanoseconds since it began; never 0, which means that the clock was not read.
  private var now: UInt64 { max(1, global_environment_nanoseconds() &- began) }

  func append(_ kind: FlightKind, _ payload: PayloadWriter) {
    _ = payload.bytes.withUnsafeBytes { bytes in
      global_environment_ring_append(
        ring, now, kind.rawValue, global_environment_lane(), bytes.baseAddress, UInt32(clamping: bytes.count))
    }
  }

  /// Writes a record of one word, without looking at the clock: that may take longer than all else.
  func append(_ kind: FlightKind, _ word: UInt64) {
    global_environment_ring_append_word(ring, 0, kind.rawValue, global_environment_lane(), word.littleEndian)
  }

  /// Writes a record of a few bytes, without looking at the clock.
  func append(_ kind: FlightKind, bytes: UnsafeRawBufferPointer) {
    _ = global_environment_ring_append(
      ring, 0, kind.rawValue, global_environment_lane(), bytes.baseAddress, UInt32(bytes.count))
  }

  /// Returns the file as it is now. Other threads may record meanwhile.
  func copy() -> [UInt8] {
    let count = FlightHeader.size / 8 + Int(ring.pointee.units) * 4
    return [UInt8](unsafeUninitializedCapacity: count * 8) { bytes, size in
      guard let target = bytes.baseAddress else { return }
      global_environment_ring_copy(file.memory.assumingMemoryBound(to: UInt64.self), UInt64(count), target)
      size = count * 8
    }
  }
}
