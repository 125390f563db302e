import Foundation
import GlobalEnvironmentAtomics

/// The first 4,096 bytes of a flight. The article `FlightFormat` describes them.
struct FlightHeader: Sendable {
  static let size = 4_096
  static let magic = Array("ENVFLGHT".utf8)
  static let version: UInt32 = 1
  /// Where the numbers are that change while a flight is recorded, and when that ends.
  static let (reservedOffset, lostOffset, endedOffset) = (64, 72, 80)
  private static let infoOffset = 128
  /// How many bytes texts about a flight may have.
  static let infoSize = size - infoOffset

  var units: UInt64
  var seed: UInt64
  /// The date at which the recorder began.
  var start: Date
  /// How far back a flight goes, in nanoseconds.
  var lasting: UInt64
  var processIdentifier: Int64
  var info: FlightInfo

  /// Returns the whole page; what of `info` does not fit is left out.
  func page(reserved: UInt64 = 0, lost: UInt64 = 0) -> [UInt8] {
    var payload = PayloadWriter(capacity: Self.size)
    payload.add(Self.version)
    payload.add(UInt32(Self.size))
    payload.add(units)
    payload.add(seed)
    payload.add(start.timeIntervalSinceReferenceDate)
    payload.add(lasting)
    payload.add(processIdentifier)
    var page = Self.magic + payload.bytes
    page += [UInt8](repeating: 0, count: Self.infoOffset - page.count)
    page += info.bytes(limit: Self.infoSize)
    page += [UInt8](repeating: 0, count: Self.size - page.count)
    Self.put(Self.checksum(of: page), at: 56, in: &page)
    Self.put(reserved, at: Self.reservedOffset, in: &page)
    Self.put(lost, at: Self.lostOffset, in: &page)
    return page
  }

  /// How many bytes of a body are kept: a single one must not replace all other records.
  var bodyLimit: Int { Int(clamping: units / 8) &* Int(GLOBAL_ENVIRONMENT_RING_UNIT) }

  /// Reads the page at the beginning of `bytes`.
  init(_ bytes: [UInt8], file: String) throws(FlightError) {
    guard bytes.starts(with: Self.magic) else {
      throw FlightError(file: file, offset: 0, "it is not a flight, which begins with ENVFLGHT. Choose another file.")
    }
    guard bytes.count >= Self.size else {
      throw FlightError(
        file: file, offset: bytes.count, "it is cut off; its head has \(Self.size) bytes. Copy the whole file again.")
    }
    let version: UInt32 = Self.number(at: 8, in: bytes)
    guard version == Self.version else {
      throw FlightError(
        file: file, offset: 8,
        "it has version \(version) of the format, and this reads \(Self.version). Take the version of GlobalEnvironment "
          + "that the app was built with.")
    }
    guard Self.number(at: 56, in: bytes) == Self.checksum(of: bytes),
      Self.number(at: 12, in: bytes) == UInt32(Self.size)
    else {
      throw FlightError(file: file, offset: 12, "its head is damaged: the checksum is wrong. Copy the file again.")
    }
    units = Self.number(at: 16, in: bytes)
    seed = Self.number(at: 24, in: bytes)
    start = Date(timeIntervalSinceReferenceDate: Double(bitPattern: Self.number(at: 32, in: bytes)))
    guard start.timeIntervalSinceReferenceDate.magnitude < 1e11 else {
      throw FlightError(file: file, offset: 32, "its start is not a date. Record it again.")
    }
    lasting = Self.number(at: 40, in: bytes)
    processIdentifier = Self.number(at: 48, in: bytes)
    info = FlightInfo(bytes[Self.infoOffset..<Self.size])
    let size = UInt64(GLOBAL_ENVIRONMENT_RING_UNIT)
    let there = UInt64(bytes.count - Self.size)
    guard units > 0, units <= UInt64.max / size / 2, there >= units * size else {
      throw FlightError(
        file: file, offset: bytes.count,
        "it is cut off; \(units) units of \(size) bytes should follow its head. Copy the whole file again.")
    }
  }

  init(units: UInt64, seed: UInt64, start: Date, lasting: UInt64, processIdentifier: Int64, info: FlightInfo) {
    (self.units, self.seed, self.start, self.lasting) = (units, seed, start, lasting)
    (self.processIdentifier, self.info) = (processIdentifier, info)
  }

  /// The checksum of all that does not change.
  private static func checksum(of page: [UInt8]) -> UInt64 {
    page.withUnsafeBufferPointer { page in
      guard let base = page.baseAddress else { return 0 }
      let head = global_environment_checksum(base, 56, 0x464C_4947_4854)
      return global_environment_checksum(base + infoOffset, UInt64(size - infoOffset), head)
    }
  }

  static func number<Number: FixedWidthInteger>(at offset: Int, in bytes: [UInt8]) -> Number {
    Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) })
  }

  private static func put(_ number: UInt64, at offset: Int, in page: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { page.replaceSubrange(offset..<(offset + 8), with: $0) }
  }
}
