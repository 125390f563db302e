import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight

/// A flight as lines of text.
struct TimelineText {
  private let flight: Flight

  init(_ flight: Flight) {
    self.flight = flight
  }

  /// One line for each record, with its time, its lane and its endpoint; errors begin with an exclamation mark.
  var text: String {
    let lanes = LaneNames(flight)
    let width = flight.events.map(\.kind.endpoint.count).max() ?? 0
    let lines = flight.events.map { event in
      let time = Self.padded(event.when.seconds, 9, before: true)
      let endpoint = Self.padded(event.kind == .mark ? "" : event.kind.endpoint, width)
      let sign = event.kind == .mark ? "»" : event.isFailed ? "!" : " "
      return "\(time)  \(Self.padded(lanes.name(of: event), 9)) \(endpoint) \(sign) \(event.words.onOneLine)"
    }
    return (FlightSummary(flight).lines + [""] + lines).joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, _ width: Int, before: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return before ? space + text : text + space
  }
}

/// What a flight is, in a few lines.
struct FlightSummary {
  let lines: [String]

  init(_ flight: Flight) {
    let program = flight.info.texts[.program] ?? ""
    let system = flight.info.texts[.system] ?? ""
    let start = flight.start.words
    var lines = [
      "\(program.isEmpty ? "A program" : program) on \(system.isEmpty ? "some system" : system), from \(start) on"
        .onOneLine,
      "\(flight.events.count) records, until \(flight.end.seconds) s",
    ]
    if !flight.gaps.isEmpty {
      let places = flight.gaps.prefix(5).map { "\($0.count) bytes at \($0.offset)" }.joined(separator: ", ")
      lines.append("Missing, as not finished or damaged: \(places)\(flight.gaps.count > 5 ? ", …" : "")")
    }
    if flight.lost > 0 { lines.append("Not written, as too long or too late: \(flight.lost) records") }
    self.lines = lines
  }
}

/// Names of tasks and threads, in the order in which they come.
struct LaneNames {
  private var names: [UInt32: String] = [:]

  init(_ flight: Flight) {
    var (tasks, threads) = (0, 0)
    for event in flight.events where names[event.lane] == nil {
      if event.lane >> 23 & 1 == 1 {
        threads += 1
        names[event.lane] = "thread \(threads)"
      } else {
        tasks += 1
        names[event.lane] = "task \(tasks)"
      }
    }
  }

  func name(of event: FlightEvent) -> String { names[event.lane] ?? "" }
}

extension String {
  /// This text on one line; 300 characters at most.
  var onOneLine: String { printable(300) }
}
