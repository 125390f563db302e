import Foundation
import Testing

/// The package as Apple's platforms compile it, as far as that shows on Linux.
///
/// It takes some minutes, and so runs only with the variable `APPLE_MODE` set to 1. What it cannot see: types of Apple's that
/// differ from Linux and have no stand-in in `Tests/Packages/AppleModules`; what an SDK deprecates; bridging to Objective-C; linking.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["APPLE_MODE"] == "1", "Set APPLE_MODE=1 to run them."),
  .enabled(if: Toolchain.isOfLinux, "Here the compiler itself is for Apple's platforms."))
struct AppleModeTests {

  @Test(.timeLimit(.minutes(10)), arguments: ApplePlatform.allCases)
  func `every module compiles without a warning`(platform: ApplePlatform) async throws {
    let modules = try await TemporaryFolder.with { try await AppleMode(for: platform, in: $0).modules }
    #expect(modules.count > 10)
    for module in modules {
      for diagnostic in module.diagnostics { Issue.record("\(module.name) on \(platform): \(diagnostic)") }
    }
  }
}
