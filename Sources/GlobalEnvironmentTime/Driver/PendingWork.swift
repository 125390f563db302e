public import Foundation
public import GlobalEnvironment

/// Something that waits on a virtual time: work that was scheduled, or a task that sleeps.
public struct PendingWork: Sendable, CustomStringConvertible {

  /// What waits.
  public enum Kind: String, Sendable {
    /// A block of a scheduler.
    case work
    /// A task.
    case sleep
  }

  /// What waits.
  public let kind: Kind
  /// When it is due; nil when it never is.
  public let deadline: Date?
  /// When it began to wait.
  public let since: Date
  /// The place in the source that asked; nil where that is not known, as in a plain `clock.sleep`.
  public let place: SourcePlace?
  /// The name of the task that asked, if it has one.
  public let task: String?

  /// All of it on one line.
  public var description: String {
    let due = deadline.map { "until \($0.numerals)" } ?? "forever"
    let name = task.map { " in task \($0.debugDescription)" } ?? ""
    let place = place.map { " at \($0)" } ?? ""
    return "\(kind == .work ? "work" : "sleep")\(name)\(place), since \(since.numerals) \(due)"
  }
}

extension Date {
  /// Where a mock's time begins: 12 November 2019, 02:45:00 in Chicago.
  @usableFromInline package static let mock = Date(timeIntervalSince1970: 1_573_548_300)

  /// This moment in UTC, to the millisecond.
  package var numerals: String {
    formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
