import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight

extension Flight {
  /// One line for each record, with its time, its lane and its endpoint; errors begin with an exclamation mark.
  var timeline: String {
    let lanes = LaneNames(self)
    let width = events.map(\.kind.endpoint.count).max() ?? 0
    let lines = events.map { event in
      let time = padded(event.when.seconds, 9, before: true)
      let endpoint = padded(event.kind == .mark ? "" : event.kind.endpoint, width)
      let sign = event.kind == .mark ? "»" : event.isFailed ? "!" : " "
      return "\(time)  \(padded(lanes.name(of: event), 9)) \(endpoint) \(sign) \(event.words.onOneLine)"
    }
    return (summary + [""] + lines).joined(separator: "\n") + "\n"
  }

  private func padded(_ text: String, _ width: Int, before: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return before ? space + text : text + space
  }

  /// What it is, in a few lines.
  var summary: [String] {
    let program = info.texts[.program] ?? ""
    let system = info.texts[.system] ?? ""
    var lines = [
      "\(program.isEmpty ? "A program" : program) on \(system.isEmpty ? "some system" : system), from \(start.words) on"
        .onOneLine,
      "\(events.count) records, until \(end.seconds) s",
    ]
    if !gaps.isEmpty {
      let places = gaps.prefix(5).map { "\($0.count) bytes at \($0.offset)" }.joined(separator: ", ")
      lines.append("Missing, as not finished or damaged: \(places)\(gaps.count > 5 ? ", …" : "")")
    }
    if lost > 0 { lines.append("Not written, as too long or too late: \(lost) records") }
    return lines
  }
}

/// Names of tasks and threads, in the order in which they come; the next one has the name of one that is over.
struct LaneNames {
  private var names: [UInt32: String] = [:]

  init(_ flight: Flight) {
    let last = Dictionary(flight.events.enumerated().map { ($1.lane, $0) }) { $1 }
    var (numbers, counts, free): ([UInt32: Int], [String: Int], [String: [Int]]) = ([:], [:], [:])
    for (index, event) in flight.events.enumerated() {
      let kind = event.lane >> 23 & 1 == 1 ? "thread" : "task"
      if numbers[event.lane] == nil {
        let number = free[kind]?.popLast() ?? counts[kind, default: 0] + 1
        counts[kind] = max(number, counts[kind, default: 0])
        numbers[event.lane] = number
        names[event.lane] = "\(kind) \(number)"
      }
      if last[event.lane] == index, let number = numbers[event.lane] { free[kind, default: []].append(number) }
    }
  }

  func name(of event: FlightEvent) -> String { names[event.lane] ?? "" }
}

extension String {
  /// This text on one line; 300 characters at most.
  var onOneLine: String { printable(300) }
}
