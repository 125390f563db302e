import GlobalEnvironment
public import GlobalEnvironmentMocks

/// Which faults a test runs with.
public struct FaultChoice: Sendable {
  enum Kind: Sendable {
    case each(depth: Int, except: [FaultExemption] = [])
    case only(String)
  }

  let kind: Kind

  /// Each fault at each call, one at a time; and a second one at each call that comes only after the first.
  public static let each = each(depth: 1)

  /// Each fault at each call, one at a time, and then at each call that comes only after a fault, up to so many times.
  ///
  /// - Parameter depth: How often, up to 8 times; 0 for one fault at a time.
  public static func each(depth: Int) -> FaultChoice { FaultChoice(kind: .each(depth: depth)) }

  /// Leaves out a fault, at one call or at all.
  ///
  /// ```swift
  /// @Test(.faults(.each.except(.gone, at: "files remove draft.tmp", because: "the system clears that folder")))
  /// ```
  ///
  /// - Parameters:
  ///   - fault: The fault; nil for any.
  ///   - call: The call as a failing test names it: `files`, `files remove draft.tmp`, or `files remove draft.tmp, 2nd`; nil
  ///     for any.
  ///   - reason: Why the test need not hold there, in words, which a failing test shows.
  public func except(_ fault: EnvironmentFault? = nil, at call: String? = nil, because reason: String) -> FaultChoice {
    guard case .each(let depth, let others) = kind else { return self }
    return FaultChoice(
      kind: .each(depth: depth, except: others + [FaultExemption(fault: fault, call: call, reason: reason)]))
  }

  /// The limit, since an endless retry would be followed endlessly.
  static let deepest = 8

  /// One plan, as a failing test names it: `.only("files[write note.txt]#2=killed")`.
  public static func only(_ plan: String) -> FaultChoice { FaultChoice(kind: .only(plan)) }
}

/// A fault that a test need not bear.
struct FaultExemption: Sendable, CustomStringConvertible {
  let fault: EnvironmentFault?
  let call: String?
  let reason: String

  var description: String { "\(fault?.rawValue ?? "any fault") at \(call ?? "any call"), because \(reason)" }

  func contains(_ entry: FaultPlan.Entry) -> Bool {
    let names = [entry.call.endpoint, entry.call.name, entry.call.description, entry.call.text]
    return (fault ?? entry.fault) == entry.fault && call.map(names.contains) != false
  }
}
