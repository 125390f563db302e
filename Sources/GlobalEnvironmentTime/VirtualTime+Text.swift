import Foundation
import GlobalEnvironment

extension VirtualTime {
  /// What happened on the timeline, one event on a line.
  package var text: String {
    guard let log = timeline.log else { return "" }
    let start = log.forgotten > 0 ? ["… \(log.forgotten) earlier events"] : []
    return (start + log.events.map(line(for:))).joined(separator: "\n")
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
