import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// Packages that others wrote, as they were published. Each finding was looked at by hand.
  ///
  /// They take some minutes, so they run only with the variable `REAL_PACKAGES` set to 1.
  @Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["REAL_PACKAGES"] == "1", "Set REAL_PACKAGES=1 to run them."))
  struct AuditRealPackagesTests {
    /// A published package, and how many places of each kind it has in the branches that Linux compiles.
    struct Published: CustomTestStringConvertible, Sendable {
      var address: String
      var version: String
      var files: Int
      var counts: [String: Int]

      var testDescription: String { "\(address) \(version)" }
    }

    #if os(Linux)
      @Test(.timeLimit(.minutes(30)), arguments: Self.published)
      func `a published package has just the findings that are true`(package: Published) async throws {
        let folder = try TemporaryFolder.url.appending(component: UUID().uuidString)
        let clone = ChildProcess(
          URL(filePath: "/usr/bin/env"),
          [
            "git", "clone", "--quiet", "--depth", "1", "--branch", package.version,
            "https://github.com/\(package.address)", folder.path(percentEncoded: false),
          ], environment: ProcessInfo.processInfo.environment)
        #expect(try await clone.run().status == 0)
        let report = try await AuditProgram().report(in: folder)
        #expect(report.unaudited == [])
        #expect(report.files == package.files)
        #expect(Dictionary(grouping: report.findings, by: \.kind).mapValues(\.count) == package.counts)
      }
    #endif

    static let published = [
      Published(
        address: "kylef/PathKit", version: "1.0.1", files: 1, counts: ["files": 11, "identity": 2, "process": 1]),
      Published(address: "swiftcsv/SwiftCSV", version: "0.10.0", files: 9, counts: ["files": 4]),
      Published(
        address: "apple/swift-log", version: "1.16.2", files: 13,
        counts: ["clock": 1, "formatter": 1, "output": 6, "time-zone": 1]),
      Published(address: "onevcat/Rainbow", version: "4.2.2", files: 16, counts: ["output": 166, "process": 2]),
      Published(address: "CoreOffice/XMLCoder", version: "0.18.2", files: 51, counts: [:]),
      Published(
        address: "swhitty/FlyingFox", version: "0.27.1", files: 82,
        counts: ["clock": 1, "descriptors": 11, "files": 7, "identity": 1, "network": 16, "output": 5, "scheduling": 3]),
      Published(
        address: "swiftlang/swift-subprocess", version: "1.0.2", files: 27,
        counts: ["chance": 3, "descriptors": 52, "files": 8, "process": 44, "scheduling": 7]),
      Published(address: "google/swift-benchmark", version: "0.1.2", files: 21, counts: ["clock": 1, "output": 4]),
      Published(
        address: "swift-server/swift-service-lifecycle", version: "2.13.0", files: 14,
        counts: ["process": 1, "scheduling": 2]),
      Published(
        address: "groue/GRDB.swift", version: "7.10.0", files: 167,
        counts: [
          "clock": 1, "files": 6, "identity": 1, "locale": 6, "notifications": 6, "output": 2, "process": 1,
          "scheduling": 5,
        ]),
    ]
  }
}
