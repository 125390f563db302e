import Foundation
public import Testing

extension Trait where Self == ConditionTrait {

  /// Leaves a test out where an emulator runs the process, as `EMULATED=1` says: it asks the system what a thread does.
  public static var needsThreadStates: Self {
    notEmulated("The system shows what the emulator's threads do, not those of the program.")
  }

  /// Leaves a test out there as it compiles something.
  public static var needsCompiler: Self { notEmulated("The emulated system has no compiler.") }

  /// Leaves a test out there as its process uses up its stack.
  public static var needsOwnStack: Self {
    notEmulated("The emulator dies of a full stack, before the program can say a word.")
  }

  private static func notEmulated(_ reason: Comment) -> Self {
    .enabled(if: ProcessInfo.processInfo.environment["EMULATED"] == nil, reason)
  }
}
