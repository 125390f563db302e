import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting

/// A folder of one test, on the disk, which goes with it.
final class FlightFolder: Sendable {
  let url: URL

  convenience init() throws {
    try self.init(at: FileManager.default.temporaryDirectory.appending(component: "Flight-\(UUID().uuidString)"))
  }

  /// One that another process can find, too.
  convenience init(ofProcess process: pid_t) throws { try self.init(at: Self.url(ofProcess: process)) }

  static func url(ofProcess process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appending(component: "Flight-of-\(process)")
  }

  private init(at url: URL) throws {
    self.url = url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Where a test records.
  var file: URL { url.appending(component: "test.flight") }
}

/// Runs `body` where `environment` is recorded.
///
/// - Returns: What a reader finds.
func flight(
  of environment: Environment = .mock, limit: Int = 262_144, hiding: [Secret] = [], hashing: [Secret] = [],
  _ body: () async throws -> Void
) async throws -> Flight {
  let folder = try FlightFolder()
  let recorder = FlightRecorder(at: folder.file, limit: limit, hiding: hiding, hashing: hashing)
  try await withEnvironment(environment.recorded(by: recorder), perform: body)
  return try Flight(contentsOf: folder.file)
}

extension Flight {
  /// What it holds, in words, without times.
  var told: [String] { events.map { "\($0.kind.endpoint) \($0.content)" } }
}
