import Foundation
import GlobalEnvironment

extension VirtualTime {
  /// What a failed expectation may be about: a task that waits in real time, or what time waits for next; nil where nothing
  /// waits.
  package var nextInWords: String? {
    if driver.isRun, !driver.realSleeps().isEmpty {
      return "Something still waits in \(driver.realSleepText). \(RealSleep.advice)"
    }
    let next = timeline.waiting.first { !$0.waiter.isAboutToSuspend && $0.deadline < .farthest }
    guard let (waiter, deadline) = next else { return nil }
    let name = waiter.task.map { "task \($0.debugDescription)" } ?? (waiter.isSleep ? "a sleep" : "work")
    let what = "\(name)\(waiter.place.map { " (\($0))" } ?? "")"
    let wait = deadline - timeline.elapsed
    // With seeds, what began to wait first need not go on first.
    let words = wait > .zero ? "Next, in \(wait), comes \(what)." : "Still due at this moment: \(what)."
    return "Time stands at \(date.numerals). \(words) If the failure is about that, let more time pass."
  }

  /// What happened on the timeline, one event on a line.
  package var text: String {
    guard let log = timeline.log else { return "" }
    let start = log.forgotten > 0 ? ["… \(log.forgotten) earlier events"] : []
    return (start + log.events.map(line(for:))).joined(separator: "\n")
  }

  /// A picture of the timeline: a row for each wait, from when it began to when it ended, with time from left to right.
  package var svg: String {
    let events = timeline.log?.events.filter { $0.kind != .began } ?? []
    let waiting = timeline.waiting.map { waiter, _ in
      TimelineLog.Event(
        kind: .began, isSleep: waiter.isSleep, since: waiter.since, time: timeline.elapsed, origin: waiter.origin)
    }
    let rows = (events + waiting).sorted { ($0.since, $0.time) < ($1.since, $1.time) }.prefix(200)
    let start = rows.first?.since.inSeconds ?? 0
    let end = max(rows.map { $0.time.inSeconds }.max() ?? 0, start + 1e-9)
    let labels = 320.0
    let width = 900.0
    func x(_ time: Duration) -> Double {
      labels + (time.inSeconds - start) / (end - start) * (width - labels - 20)
    }

    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(Double(rows.count) * 18 + 40)" \
      font-family="monospace" font-size="11">
      <rect width="100%" height="100%" fill="white"/>
      <text x="\(labels)" y="16">+\(start) s</text>
      <text x="\(width - 20)" y="16" text-anchor="end">+\(end) s</text>
      """
    ]
    for (index, row) in rows.enumerated() {
      let y = Double(index) * 18 + 26
      let length = max(x(row.time) - x(row.since), 2)
      let file = row.origin.place.map { String("\($0)".split(separator: "/").last ?? "") }
      let name = [row.origin.task, file].compactMap(\.self).joined(separator: " ")
      lines.append(
        """
        <text x="\(labels - 8)" y="\(y + 10)" text-anchor="end">\(name.suffix(46).forXML)</text>
        <rect x="\(x(row.since))" y="\(y)" width="\(length)" height="13" rx="2" fill="\(row.color)">\
        <title>\(line(for: row).forXML)</title></rect>
        """
      )
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n")
  }

  func line(for event: TimelineLog.Event) -> String {
    let what =
      switch (event.kind, event.isSleep) {
      case (.began, true): "sleeps"
      case (.began, false): "is scheduled"
      case (.ended, true): "wakes"
      case (.ended, false): "runs"
      case (.cancelled, _): "is cancelled"
      }
    let who = event.origin.task.map { "task \($0.debugDescription)" } ?? (event.isSleep ? "a task" : "work")
    return "+\(event.time.inSeconds) s: \(who) \(what)\(event.origin.place.map { " (\($0))" } ?? "")"
  }
}

extension TimelineLog.Event {
  /// Blue sleeps, green work, red what was cancelled, grey what still waits.
  fileprivate var color: String {
    switch (kind, isSleep) {
    case (.began, _): "#b0b0b0"
    case (.cancelled, _): "#d9534f"
    case (.ended, true): "#5b8dd9"
    case (.ended, false): "#5cb85c"
    }
  }
}

extension StringProtocol {
  fileprivate var forXML: String {
    String(map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? $0 : "\u{FFFD}" })
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
