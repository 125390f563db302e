import Foundation
import Testing

/// Builds and tests other packages in child processes, as a user would.
///
/// Slow, so they run only with the variable `END_TO_END` set to 1. One after another: each already uses all cores, and those
/// that share a scratch folder would wait for each other.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["END_TO_END"] == "1", "Set END_TO_END=1 to run them."),
  .temporaryFolder
)
struct EndToEndTests {}
