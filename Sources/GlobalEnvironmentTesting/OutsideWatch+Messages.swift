import Testing

extension OutsideWatch {
  /// The time in which tests run, in words; nil where none does.
  static func time(of tests: [String]) -> String? {
    let names = Set(tests).sorted()
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    return names.isEmpty ? nil : "while \(names.prefix(5).joined(separator: ", "))\(rest) ran"
  }

  /// A message that one of the running tests records when it ends.
  struct Note: Sendable {
    let message: String
    /// Whether it leaves the test passed.
    let isWarning: Bool
    let location: SourceLocation?

    /// The same, with the time in which it happened, in words.
    func happening(_ time: String) -> Note {
      Note(message: "\(message) It happened \(time).", isWarning: isWarning, location: location)
    }
  }

  /// What such code did.
  enum Deed: Hashable {
    case called(String, isRefused: Bool)
    case assigned
    case misused(String, at: SourceLocation?)

    /// Whether it leaves a test passed. Then it is told once in the process. What makes tests fail is told once by each test;
    /// of those that run at the same time, by one.
    var isWarning: Bool { if case .called(_, isRefused: false) = self { true } else { false } }
  }

  /// What such code did, and the function of the program that did it.
  struct Report: Hashable {
    let deed: Deed
    let caller: String?
  }

  /// What is told once.
  struct Told: Hashable {
    let report: Report
    /// When the test began whose environment the code was in; zero where that is not known. It distinguishes tests.
    let owner: UInt
  }

  /// What such code did, while tests ran.
  struct Use {
    let told: Told
    let stack: CallStack
    /// One of them reports it; where none ran, the next test that ends does.
    let tests: [RunningTest]
    /// When that was: “while a() ran”.
    let time: String
  }

  /// - Parameter isNamingTests: Whether the message says which tests ran, as none of them may record it.
  func note(on use: Use, namingTests isNamingTests: Bool) -> Note {
    let place = CallerPlace.innermost(of: use.stack.addresses)?.location
    let note = note(on: use.told.report, use.time, at: place)
    return isNamingTests && !note.message.contains(use.time) ? note.happening(use.time) : note
  }

  /// Returns the message about a deed.
  ///
  /// - Parameter place: Where it was done, if that is known.
  private func note(on report: Report, _ time: String, at place: SourceLocation?) -> Note {
    let here = """
      \(report.caller.map { "by \($0), " } ?? "")where no test is known: on a queue, on a thread, in a callback or in a \
      detached task of an actor, \(time).
      """
    switch report.deed {
    case .called(let endpoint, let isRefused):
      let name = endpoint.endpointName.dropFirst(3)
      let message = """
        \(endpoint) was called \(here) It got \
        \(isRefused ? "an empty mock, not this machine's" : "the process's value, not a test's"). Carry the test's \
        environment there: let scope = EnvironmentScope.current; queue.async { scope.run { … } }. \
        To allow it, call CodeOutsideTests.mayUse(\\\(name)).
        """
      return Note(message: message, isWarning: report.deed.isWarning, location: place)
    case .assigned:
      let message = """
        Env was assigned \(here) Every test sees it. Carry the test's scope there: \
        let scope = EnvironmentScope.current; queue.async { scope.run { Env = … } }.
        """
      return Note(message: message, isWarning: false, location: place)
    case .misused(let message, let location):
      return Note(message: message, isWarning: false, location: location)
    }
  }
}

/// A request of code that belongs to no test.
struct OutsideTestsError: Error, CustomStringConvertible {
  let endpoint: String

  var description: String {
    """
    \(endpoint) was called where no test is known, while tests run. Carry the test's environment there: \
    let scope = EnvironmentScope.current; queue.async { scope.run { … } }.
    """
  }
}
