package import Foundation

/// One run of a program in a child process.
package struct ChildProcess {
  private let executable: URL
  private let arguments: [String]
  private let folder: URL?
  private let environment: [String: String]

  /// Describes a run, in `folder` or where this process runs, with just the variables in `environment`.
  package init(_ executable: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String]) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// What came of a run.
  package struct Result {
    /// The exit code, or the number of the signal that ended the run.
    package let status: Int32
    /// What it wrote to its standard output.
    package let output: String
    /// What it wrote to its standard error.
    package let errors: String
  }

  /// Whether the platform lets a program start another one.
  package static var isPossible: Bool {
    #if os(macOS) || os(Linux)
      true
    #else
      false
    #endif
  }

  /// Runs the program to its end.
  ///
  /// When the calling task is cancelled, by a time limit for example, the child process is told to end.
  ///
  /// - Throws: When the program cannot be started, or its output cannot be read.
  package func run() async throws -> Result {
    #if os(macOS) || os(Linux)
      try await started()
    #else
      throw CocoaError(.featureUnsupported)
    #endif
  }
}

#if os(macOS) || os(Linux)
  extension ChildProcess {
    fileprivate func started() async throws -> Result {
      // To files rather than through pipes: a file is never full, and needs no thread that waits for more.
      let files = FileManager.default.temporaryDirectory.appending(component: "ChildProcess-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: files) }
      let output = files.appending(component: "output")
      let errors = files.appending(component: "errors")

      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      let handles = try [handle(writingTo: output), handle(writingTo: errors)]
      // Foundation keeps each process that has run, and so its handles.
      defer { for handle in handles { try? handle.close() } }
      (process.standardOutput, process.standardError) = (handles[0], handles[1])

      let status = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
          process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
          do {
            try process.run()
          } catch {
            process.terminationHandler = nil
            continuation.resume(throwing: error)
          }
        }
      } onCancel: {
        if process.isRunning { process.terminate() }
      }
      return Result(status: status, output: try text(of: output), errors: try text(of: errors))
    }

    private func handle(writingTo file: URL) throws -> FileHandle {
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }

    private func text(of file: URL) throws -> String {
      String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
  }
#endif
