/// Which faults a test runs with.
public struct FaultChoice: Sendable {
  enum Kind: Sendable {
    case each(depth: Int)
    case only(String)
  }

  let kind: Kind

  /// Each fault at each call, one at a time; and a second one at each call that comes only after the first.
  public static let each = each(depth: 1)

  /// Each fault at each call, one at a time, and then at each call that comes only after a fault, up to so many times.
  ///
  /// - Parameter depth: How often, up to 8 times; 0 for one fault at a time.
  public static func each(depth: Int) -> FaultChoice { FaultChoice(kind: .each(depth: depth)) }

  /// The limit, since an endless retry would be followed endlessly.
  static let deepest = 8

  /// One plan, as a failing test names it: `.only("files[write note.txt]#2=killed")`.
  public static func only(_ plan: String) -> FaultChoice { FaultChoice(kind: .only(plan)) }
}
