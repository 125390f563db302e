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

  /// What such code did, while tests ran.
  struct Use: Hashable {
    let deed: Deed
    let stack: CallStack
    /// One of them reports it; where none ran, the next test that ends does.
    let tests: [RunningTest]
    /// When that was: “while a() ran”.
    let time: String
  }

  /// A place that calls an endpoint, as far as it is known without the names of functions: how deep in the stack it is.
  struct Look: Hashable {
    let endpoint: String
    let address: UInt
  }

  /// A deed, and the functions that ran.
  struct Known: Hashable {
    let deed: Deed
    let stack: CallStack
  }

  /// One deed of one function is reported once.
  struct Report: Hashable {
    let deed: Deed
    let caller: String?
  }

  /// Returns the message about a deed.
  ///
  /// - Parameter place: Where it was done, if that is known.
  func note(on report: Report, _ time: String, at place: SourceLocation?) -> Note {
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
