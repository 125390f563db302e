#if os(Linux)
  import ChildProcess
  import Foundation
  import Testing

  /// The tests of zones once more, in a process that sees no file of a time zone, as on a machine without `tzdata`.
  struct NoZoneFilesTests {
    /// Runs a program that sees an empty folder in place of the zones. Only root may do so, and not in each container.
    private static let hiding = [
      "--mount", "sh", "-c", "mount -t tmpfs tmpfs /usr/share/zoneinfo && exec \"$@\"", "sh",
    ]

    @Test(.enabled("This system does not let it hide the files.") { try await canHide() })
    func `on a machine without files of time zones, each zone is as with them`() async throws {
      let environment = ProcessInfo.processInfo.environment
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let filter =
        "(DateFormatterZone|DateFormatterLocale|ISO8601Formatter|FormatStyle|LiveCalendar|LaunchOverrides|Culture)Tests"
      let result = try await ChildProcess(
        URL(filePath: "/usr/bin/unshare"),
        Self.hiding + [program, "--testing-library", "swift-testing", "--filter", filter],
        environment: environment
      ).run()
      let failures = result.errors.split(separator: "\n").filter { $0.contains("✘") }
      #expect(result.status == 0 && failures == [])
      #expect(result.errors.contains(/Test run with \d\d+ tests/))
    }

    private static func canHide() async throws -> Bool {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") else { return false }
      let command = hiding + ["test", "!", "-e", "/usr/share/zoneinfo/Europe"]
      return try await ChildProcess(
        URL(filePath: "/usr/bin/unshare"), command, environment: ProcessInfo.processInfo.environment
      ).run().status == 0
    }
  }
#endif
