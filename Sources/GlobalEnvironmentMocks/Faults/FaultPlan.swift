import Foundation

/// Which faults strike which calls; a plan can be drawn, shrunk, printed and read again.
package struct FaultPlan: Hashable, Sendable {

  /// One fault at one call.
  package struct Entry: Hashable, Sendable {
    package var call: FaultCall
    package var fault: EnvironmentFault

    package init(_ call: FaultCall, _ fault: EnvironmentFault) {
      self.call = call
      self.fault = fault
    }
  }

  package var entries: [Entry]

  /// Makes a plan; one without entries lets everything succeed.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  package var hasKill: Bool { entries.contains { $0.fault == .killed } }

  /// Whether it shows the same only where the body can begin again, and the end of a cancelled test is no failure.
  package var needsTrait: Bool { hasKill || entries.contains { $0.fault == .cancelled } }

  // MARK: In words

  /// The faults and their calls, a line for each entry: `at http PUT /notes/1, 1st: the server answers with status 500`.
  package var sentence: String {
    entries.map { "at \($0.call): \($0.fault.words)" }.joined(separator: "\nand ")
  }

  /// The Swift code of the plan: a line of `Env.fail` for each entry; where a fault ends the process or the task of the
  /// test, the trait `.faults`, and `withFaults` for XCTest.
  package var swift: String {
    if needsTrait {
      let choice = ".only(\(text.debugDescription))"
      return "@Test(.faults(\(choice)))\nIn XCTest: try await withFaults(\(choice)) { … }"
    }
    return entries.map(\.swift).joined(separator: "\n")
  }

  /// The plan as `ENV_FAULTS` takes it: `http[PUT /notes/1]#1=serverError;files[write note.txt]#2=diskFull`.
  package var text: String { entries.map { "\($0.call.text)=\($0.fault.rawValue)" }.joined(separator: ";") }

  /// Reads what ``text`` wrote.
  ///
  /// - Throws: ``FaultPlanError``, which names the part that cannot be read.
  package init(reading text: String) throws(FaultPlanError) {
    entries = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      entries.append(try Entry(reading: part.trimmingCharacters(in: .whitespaces)))
    }
  }
}

extension FaultPlan.Entry {
  fileprivate var swift: String {
    let key = call.key.map { ", \($0.debugDescription)" } ?? ""
    let fault = fault == .fails ? "" : ", with: .\(fault.rawValue)"
    return "Env.fail(\\.\(call.endpoint)\(key), call: \(call.number)\(fault))"
  }

  fileprivate init(reading text: String) throws(FaultPlanError) {
    guard let equals = text.lastIndex(of: "="), let call = FaultCall(reading: text[..<equals]) else {
      throw FaultPlanError(
        """
        \(text.debugDescription) is not a fault at a call. Write http[PUT /notes/1]#2=offline: the endpoint, which of its \
        calls, their number from 1, and the fault.
        """)
    }
    let name = text[text.index(after: equals)...]
    guard let fault = EnvironmentFault(rawValue: String(name)) else {
      let names = EnvironmentFault.allCases.map(\.rawValue).joined(separator: ", ")
      throw FaultPlanError("\(String(name).debugDescription) is not a fault. Write one of these: \(names).")
    }
    self.init(call, fault)
  }
}

/// A plan of faults that cannot be read.
package struct FaultPlanError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
