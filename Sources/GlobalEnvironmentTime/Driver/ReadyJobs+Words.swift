import Foundation
import GlobalEnvironment

extension ReadyJobs {
  /// Where a job comes from, for a message.
  final class Origin: Sendable {
    /// Where its task continues.
    let points: [UInt]
    /// Where the functions continue that have made it ready.
    let callers: [UInt]

    /// That of a job which the running code makes ready. A turn of an actor is that of the running task, which calls it.
    init(of job: UnownedJob, isTask: Bool) {
      let task = isTask ? unsafeBitCast(job, to: UInt.self) : currentTask.map { UInt(bitPattern: $0) }
      points = task.map { ResumePoints.of($0) } ?? []
      callers = Thread.callStackReturnAddresses.prefix(64).map(\.uintValue)
    }
  }
}

extension ReadyJobs.Entry {
  /// The function that continues, in words: `Cart.add()` at Cart.swift:31.
  var words: String {
    switch job {
    case .work(let waiter): return "work\(waiter.place.map { " that was scheduled at \($0)" } ?? "")"
    case .block: return "a task that Env has resumed"
    case .job: break
    }
    // They are the first instructions of functions, and a name is looked up for the call before an address.
    if let function = Self.function(at: origin?.points.map { $0 &+ 1 } ?? []) { return function }
    // It has not begun.
    return Self.function(at: origin?.callers ?? []).map { "the task made by \($0)" } ?? "a task"
  }

  private static func function(at addresses: [UInt]) -> String? {
    guard let framework = TestHooks.framework, let name = framework.nameOfCaller(addresses) else { return nil }
    return "\(short(name))\(framework.placeOfCaller(addresses).map { " at \($0)" } ?? "")"
  }

  /// A readable name without its module and its types: `Cart.add()` of `AppTests.Cart.add() async throws -> Swift.Int`.
  static func short(_ name: String) -> String {
    let plain = name.prefix { $0 != "`" }
    let isClosure = plain.hasPrefix("closure #")
    // What a closure is in; a raw name may have the word in it.
    let start = plain.ranges(of: " in ").last?.upperBound
    let function = start.map { name[$0...] } ?? name[...]
    let raw = function.ranges(of: "`").last?.upperBound ?? function.startIndex
    let end = [" async", " throws", " -> "].compactMap { function[raw...].firstRange(of: $0)?.lowerBound }.min()
    let whole = function[..<(end ?? function.endIndex)]
    let short = whole.firstIndex(of: ".").map { whole[whole.index(after: $0)...] } ?? whole
    return isClosure ? "a closure in \(short)" : "\(short)"
  }
}
