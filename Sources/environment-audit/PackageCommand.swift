// audit:allow-file process – this starts the package manager, and is not to be tested without it.

import EnvironmentAudit
import Foundation
import GlobalEnvironment

/// `swift run environment-audit`: does the same as `swift package audit-environment`, which ends with 1 for each failure, and
/// ends with the audit's own exit code.
struct PackageCommand {
  private let arguments: [String]

  init(_ arguments: [String]) {
    self.arguments = arguments
  }

  /// Runs the command to its end.
  ///
  /// - Returns: 0 for a clean package, 1 for findings, 2 for all else.
  func run() -> Int32 {
    #if os(macOS) || os(Linux)
      let command = Process()
      let errors = Pipe()
      command.executableURL = URL(filePath: "/usr/bin/env")
      // On macOS, what the command starts is in a sandbox, too.
      let permission = Options.write(arguments) ? ["--allow-writing-to-package-directory"] : []
      command.arguments = ["swift", "package"] + scratch + permission + ["audit-environment"] + arguments
      command.standardError = errors
      do {
        try command.run()
      } catch {
        Env.standardError("error: The package manager cannot be started: \(error.localizedDescription)\n")
        return 2
      }
      var told = ""
      while case let piece = errors.fileHandleForReading.availableData, !piece.isEmpty {
        let text = String(decoding: piece, as: UTF8.self)
        Env.standardError(text)
        told += text
      }
      command.waitUntilExit()
      if command.terminationStatus == 0 { return 0 }
      return told.contains("Plugin ended with exit code 1\n") ? 1 : 2
    #else
      // Only there are other programs to start; elsewhere this one is built with the package, and never run.
      return 2
    #endif
  }

  /// The folder that this program was built into, so that the package is not built a second time elsewhere.
  private var scratch: [String] {
    guard let program = Env.arguments().first else { return [] }
    let folder = URL(filePath: program).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let isScratch = Env.files().exists(folder.appending(component: "workspace-state.json"))
    return isScratch ? ["--scratch-path", folder.path(percentEncoded: false)] : []
  }
}
