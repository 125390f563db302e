import Foundation
public import Testing

extension Trait where Self == ConditionTrait {

  /// Leaves a test out where an emulator runs the process, as `EMULATED=1` says: it asks the system what a thread does.
  public static var needsThreadStates: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["EMULATED"] == nil,
      "The system shows what the emulator's threads do, not those of the program.")
  }
}
