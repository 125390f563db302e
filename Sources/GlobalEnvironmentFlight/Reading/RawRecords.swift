import Foundation
import GlobalEnvironmentAtomics

/// A record as it is in a file.
struct RawRecord: Sendable {
  var head: global_environment_record
  /// Where it begins, in bytes from the beginning of the file.
  var offset: Int
  var bytes: [UInt8]

  /// How many units it takes.
  var units: UInt64 { Self.units(of: head.length) }

  static func units(of length: UInt32) -> UInt64 {
    let unit = UInt64(GLOBAL_ENVIRONMENT_RING_UNIT)
    return (UInt64(GLOBAL_ENVIRONMENT_RING_HEAD) + UInt64(length) + unit - 1) / unit
  }
}

/// The records of a ring, wherever it begins: each says where it is, and has a checksum.
struct RawRecords {
  private(set) var records: [RawRecord] = []
  private let units: UInt64
  private static let unit = Int(GLOBAL_ENVIRONMENT_RING_UNIT)
  private static let headSize = Int(GLOBAL_ENVIRONMENT_RING_HEAD)

  init(_ bytes: [UInt8], _ header: FlightHeader) {
    units = header.units
    var found: [RawRecord] = []
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress.map({ $0 + FlightHeader.size }) else { return }
      var (unit, work): (UInt64, UInt64) = (0, 0)
      // An attacker can make a file in which each unit looks like a record of the whole file.
      while unit < units, work / 64 <= units {
        var head = global_environment_record()
        guard global_environment_ring_read(base, units, header.seed, unit, &work, &head) else {
          unit += 1
          continue
        }
        let start = Int(unit) * Self.unit + Self.headSize
        found.append(
          RawRecord(
            head: head, offset: FlightHeader.size + Int(unit) * Self.unit,
            bytes: Self.copy(Int(head.length), from: start, of: base, size: Int(units) * Self.unit)))
        unit += RawRecord.units(of: head.length)
      }
    }
    found.sort { $0.head.position < $1.head.position }
    // Skips old bytes in a slot that was reserved but not written.
    let end = found.last.map { $0.head.position + $0.units } ?? 0
    var reached: UInt64 = end > units ? end - units : 0
    for record in found where record.head.position >= reached {
      records.append(record)
      reached = record.head.position + record.units
    }
  }

  private static func copy(_ count: Int, from start: Int, of base: UnsafePointer<UInt8>, size: Int) -> [UInt8] {
    let first = min(count, max(0, size - start))
    return Array(UnsafeBufferPointer(start: base + min(start, size), count: first))
      + Array(UnsafeBufferPointer(start: base, count: count - first))
  }

  /// Returns where records are missing.
  ///
  /// - Parameter reserved: How many units the recorder had reserved; ignored if it is not plausible.
  func gaps(reserved: UInt64) -> [Flight.Gap] {
    var gaps: [Flight.Gap] = []
    let last = records.last.map { $0.head.position + $0.units } ?? 0
    // Where the number is damaged, or from a ring that nothing was written to since, it is ignored.
    let end = reserved > last && reserved - last <= units ? reserved : last
    // From the second round on, the first records have been overwritten.
    var position = end <= units ? 0 : records.first?.head.position ?? 0
    func add(until next: UInt64) {
      guard next > position else { return }
      gaps.append(
        Flight.Gap(
          offset: FlightHeader.size + Int(position % units) * Self.unit,
          count: Int(clamping: min(next - position, units)) * Self.unit))
    }
    for record in records {
      add(until: record.head.position)
      position = record.head.position + record.units
    }
    add(until: end)
    return gaps
  }

  /// Returns a file of these records only.
  static func file(of records: [RawRecord], _ header: FlightHeader, lost: UInt64) -> [UInt8] {
    let total = max(1, records.reduce(0) { $0 + $1.units })
    // A record may take half of a ring.
    let units = total * 2
    var header = header
    header.units = units
    // Behind them, the two counters.
    let counted = Int(units) * 4
    var words = [UInt64](repeating: 0, count: counted + 2)
    words[counted + 1] = lost
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      var ring = global_environment_ring(
        words: base, units: units, reserved: base + counted, lost: base + counted + 1, seed: header.seed)
      for record in records {
        record.bytes.withUnsafeBytes {
          _ = global_environment_ring_append(
            &ring, record.head.when, record.head.kind, record.head.lane, $0.baseAddress, record.head.length)
        }
      }
    }
    header.units = total
    return header.page(reserved: words[counted], lost: words[counted + 1])
      + words.prefix(Int(total) * 4).withUnsafeBytes { Array($0) }
  }
}
