// audit:allow-file process, files, descriptors – this starts the package manager, and cannot be tested without it.

import EnvironmentAudit
import Foundation
import GlobalEnvironment

/// One run of another program, to its end.
struct Command {
  private(set) var status: Int32 = 0
  private(set) var output = ""
  private(set) var errors = ""

  /// - Parameter onLine: Called with each line of the output when it comes.
  /// - Throws: ``CannotAudit`` when it cannot be started.
  init(_ name: String, _ arguments: [String], in folder: URL, onLine: (String) -> Void = { _ in }) throws {
    #if os(macOS) || os(Linux)
      let command = Process()
      let pipe = Pipe()
      let errorFile = FileManager.default.temporaryDirectory.appending(component: "audit-\(Env.uuid()).log")
      _ = FileManager.default.createFile(atPath: errorFile.path(percentEncoded: false), contents: nil)
      defer { try? FileManager.default.removeItem(at: errorFile) }
      command.executableURL = URL(filePath: "/usr/bin/env")
      command.arguments = [name] + arguments
      command.currentDirectoryURL = folder
      command.standardOutput = pipe
      // Errors go to a file while the output is read; a second pipe could fill up.
      command.standardError = try FileHandle(forWritingTo: errorFile)
      do {
        try command.run()
      } catch {
        throw CannotAudit("\(name) cannot be started: \(error.localizedDescription)")
      }
      var bytes = Data()
      while case let piece = pipe.fileHandleForReading.availableData, !piece.isEmpty {
        bytes += piece
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: bytes[..<end], as: UTF8.self)
          output += line + "\n"
          onLine(line)
          bytes = Data(bytes[(end + 1)...])
        }
      }
      output += String(decoding: bytes, as: UTF8.self)
      command.waitUntilExit()
      status = command.terminationStatus
      errors = (try? String(contentsOf: errorFile, encoding: .utf8)) ?? ""
    #else
      // Only those systems start other programs; elsewhere this one is built with the package, and never run.
      throw CannotAudit("This system starts no other programs.")
    #endif
  }
}
