public import Foundation
public import GlobalEnvironment

extension Environment {

  /// Writes a mark into the flight, for a person who reads it: where a user did something, for example.
  ///
  /// ```swift
  /// Env.mark("tapped Refresh")
  /// ```
  ///
  /// Does nothing where no flight is recorded.
  public func mark(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let log = self.flightLog else {
      // A replay learns the secrets of a mark, as the recorder did.
      _ = self.replayHider?.text(text)
      return
    }
    let shown = log.short(log.hider.text(text))
    log.write(.mark) {
      $0.add(shown)
      $0.add("\(fileID):\(line)")
    }
  }

  /// The flight that is being recorded, to be saved, or shown before it is sent.
  public var flight: RecordedFlight { RecordedFlight(log: self.flightLog) }
}

/// What a recorder has kept up to now.
///
/// ```swift
/// let flight = Env.flight
/// if await userAgrees(to: flight.size, flight.contents) { try flight.save(to: file) }
/// ```
public struct RecordedFlight: Sendable {
  /// One kind of data in a flight.
  public struct Content: Hashable, Sendable {
    /// What it is, in words for a user: `names and contents of files`.
    public let words: String
    /// How many records are of this kind.
    public let count: Int
  }

  let log: FlightLog?

  /// How many bytes ``save(to:)`` would write; 0 where nothing is recorded.
  public var size: Int { (try? saved())?.count ?? 0 }

  /// What kinds of data are in it.
  public var contents: [Content] {
    let groups = Dictionary(grouping: (try? flight().events) ?? [], by: \.kind.words)
    var seen: Set<String> = []
    return FlightKind.allCases.map(\.words).filter { seen.insert($0).inserted }.compactMap { words in
      groups[words].map { Content(words: words, count: $0.count) }
    }
  }

  /// Writes a copy that has only what is left of the last minutes, to be sent.
  ///
  /// The recorder continues. The file is on the disk, whatever `Env.files()` is.
  ///
  /// - Throws: ``FlightError`` where nothing is recorded, or the file cannot be written.
  public func save(to url: URL) throws {
    let bytes = try saved()
    if let log, Self.place(of: url) == Self.place(of: log.url) {
      throw FlightError(
        file: url.path(percentEncoded: false), "the recorder writes to this file, so a copy cannot. Choose another.")
    }
    do {
      // audit:allow files – a flight is on the disk, as its recorder's file is.
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw FlightError(
        file: url.path(percentEncoded: false),
        "it cannot be written: \(error.localizedDescription) Choose another file.")
    }
  }

  /// Where a file is on the disk, however its URL is written.
  private static func place(of url: URL) -> URL {
    // audit:allow files – a flight is on the disk, as its recorder's file is.
    URL(filePath: url.path(percentEncoded: false), directoryHint: .notDirectory).resolvingSymlinksInPath()
  }

  private func saved() throws(FlightError) -> [UInt8] { try flight().compact() }

  private func flight() throws(FlightError) -> Flight {
    guard let log else {
      throw FlightError(file: "", "none is recorded. Begin with Env = .live.recorded(by: FlightRecorder(at: file)).")
    }
    return try Flight(log.ring.copy(), file: log.url.path(percentEncoded: false))
  }
}
