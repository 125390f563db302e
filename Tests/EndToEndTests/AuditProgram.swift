import ChildProcess
import Foundation
import Testing

/// The program `environment-audit`, as the build of these tests has left it.
struct AuditProgram {
  private let url: URL

  /// - Throws: When it is not beside the tests.
  init() throws {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let program = folder.appending(component: "environment-audit")
      if FileManager.default.isExecutableFile(atPath: program.path) {
        url = program
        return
      }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Runs it in a folder.
  func run(_ arguments: [String], in folder: URL) async throws -> ChildProcess.Result {
    let variables = ProcessInfo.processInfo.environment.filter { !SwiftCommand.isOfThisTestRun($0.key) }
    return try await ChildProcess(url, arguments, in: folder, environment: variables).run()
  }

  /// Runs it, and reads what it told as JSON.
  func report(_ arguments: String..., in folder: URL) async throws -> AuditedPackage.Report {
    let result = try await run(arguments + ["--format", "json"], in: folder)
    return try #require(
      try? JSONDecoder().decode(AuditedPackage.Report.self, from: Data(result.output.utf8)),
      "\(result.output)\n\(result.errors)")
  }
}

/// A folder with files, and nothing of this package in it.
struct ForeignFolder {
  let url: URL

  init(_ name: String, _ files: [String: String]) throws {
    url = try TemporaryFolder.url.appending(component: "\(name)-\(UUID().uuidString)")
    for (path, text) in files { try write(text, to: path) }
  }

  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func path(_ path: String) -> String { url.appending(path: path).path(percentEncoded: false) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }

  func read(_ path: String) throws -> String { try String(contentsOf: url.appending(path: path), encoding: .utf8) }
}
