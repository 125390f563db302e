// audit:allow-file files – a flight is read from the disk, whatever the environment is.

package import Foundation
import GlobalEnvironmentAtomics

/// A flight that was read.
package struct Flight: Sendable {
  /// A place where records are missing: not finished when the process ended, or damaged.
  package struct Gap: Hashable, Sendable {
    /// In bytes from the beginning of the file.
    package var offset: Int
    package var count: Int
  }

  package let file: String
  /// The last part of that path.
  package var name: String { file.split(separator: "/").last.map(String.init) ?? "" }
  /// The date at which its recorder began.
  package var start: Date { header.start }
  package var info: FlightInfo { header.info }
  /// In the order in which they were written.
  package private(set) var events: [FlightEvent] = []
  package private(set) var gaps: [Gap] = []
  /// How many records were not written, as they were too long or their thread was overtaken.
  package let lost: UInt64
  private let header: FlightHeader
  /// The last time that the recorder took from its clock.
  private var timed: Duration?
  private var raw: [RawRecord] = []

  package init(contentsOf url: URL) throws(FlightError) {
    let path = url.path(percentEncoded: false)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      throw FlightError(file: path, "there is no such file. Record one with a FlightRecorder, or correct its name.")
    } catch {
      throw FlightError(file: path, "it cannot be read: \(error.localizedDescription)")
    }
    try self.init([UInt8](data), file: path)
  }

  package init(_ bytes: [UInt8], file: String) throws(FlightError) {
    self.file = file
    header = try FlightHeader(bytes, file: file)
    lost = FlightHeader.number(at: FlightHeader.lostOffset, in: bytes)
    let reserved: UInt64 = FlightHeader.number(at: FlightHeader.reservedOffset, in: bytes)
    let ring = RawRecords(bytes, header)
    raw = ring.records
    gaps = ring.gaps(reserved: reserved)
    try decode()
    dropOld()
  }

  private mutating func decode() throws(FlightError) {
    events.reserveCapacity(raw.count)
    var kept: [RawRecord] = []
    for record in raw {
      // A record of a later version of the same format.
      guard let kind = FlightKind(rawValue: record.head.kind) else { continue }
      do throws(PayloadReader.Flaw) {
        let content = try FlightEvent.Content(kind, record.bytes[...])
        let when = Duration.nanoseconds(Int64(clamping: record.head.when))
        events.append(FlightEvent(when: when, lane: record.head.lane, kind: kind, content: content))
        kept.append(record)
      } catch {
        throw FlightError(
          file: file, offset: record.offset + Int(GLOBAL_ENVIRONMENT_RING_HEAD) + error.index,
          "a record of \(kind.endpoint) is damaged: \(error.reason).")
      }
    }
    raw = kept
    setMissingTimes()
  }

  /// Gives a time to records that were written without a look at the clock: between those before and after; to a date, its
  /// own.
  private mutating func setMissingTimes() {
    var next = events.last?.when ?? .zero
    var bounds = [Duration](repeating: .zero, count: events.count)
    for index in events.indices.reversed() {
      if events[index].when > .zero { next = events[index].when }
      bounds[index] = max(next, .zero)
    }
    let endsUnknown = events.lastIndex { $0.when > .zero }
    // The clock may have been set: a date behind the last known time is no later than a flight lasts.
    let latest = endsUnknown.map { events[$0].when + .nanoseconds(Int64(clamping: header.lasting)) }
    timed = endsUnknown.map { events[$0].when }
    var last = Duration.zero
    for index in events.indices {
      if events[index].when == .zero {
        var when = last
        if case .date(let date) = events[index].content {
          let seconds = date.timeIntervalSince(start)
          if seconds.isFinite, seconds.magnitude < 1e9 { when = max(last, .seconds(seconds)) }
          if let endsUnknown, index < endsUnknown { when = min(when, max(last, bounds[index])) }
          if let latest { when = min(when, latest) }
        }
        events[index].when = when
      }
      last = max(last, events[index].when)
    }
  }

  /// Removes records that are older than a flight goes back.
  private mutating func dropOld() {
    let begin = (timed ?? end) - .nanoseconds(Int64(clamping: header.lasting))
    let kept = events.indices.filter { events[$0].when >= begin }
    guard kept.count < events.count else { return }
    (events, raw) = (kept.map { events[$0] }, kept.map { raw[$0] })
  }

  /// How long after the recorder began the last record was written.
  package var end: Duration { events.map(\.when).max() ?? .zero }

  /// How many bytes of a text or a body its recorder kept.
  package var bodyLimit: Int { info.texts[.bodyLimit].flatMap { Int($0) } ?? header.bodyLimit }

  /// Returns a file of only the records that are left.
  func compact() -> [UInt8] { RawRecords.file(of: raw, header, lost: lost) }
}
