import Foundation
import Testing

@testable import GlobalEnvironment

#if os(Linux)
  import Glibc

  /// The live `openURL`, with an opener of the test's own in a folder of `PATH`.
  final class LiveOpenURLTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "open URL-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    /// Puts an opener into the folder.
    ///
    /// Another process copies it: a program cannot start while anybody has it open for writing, and every child that another
    /// test starts meanwhile would have.
    private func install(_ script: String) async throws {
      let text = folder.appending(component: "script")
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: text)
      let install = Process()
      install.executableURL = URL(filePath: "/usr/bin/install")
      install.arguments = ["-m", "755", text.path, folder.appending(component: "xdg-open").path]
      let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
        install.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try install.run() } catch { continuation.resume(throwing: error) }
      }
      try #require(status == 0)
    }

    private func open(_ address: String) async throws -> Bool {
      let url = try #require(URL(string: address))
      let path = "relative::/no/such/folder:\(folder.path)"
      return await withEnvironment {
        $0.environmentVariable = { $0 == "PATH" ? path : nil }
      } perform: {
        await Env.openURL(url)
      }
    }

    /// What the opener wrote to `$0.txt`; nil when it did not run.
    private var told: String? {
      try? String(contentsOf: folder.appending(component: "xdg-open.txt"), encoding: .utf8)
    }

    @Test func `the opener is given the address, as it is`() async throws {
      try await install(#"printf '%s' "$@" > "$0.txt""#)
      let address = "https://example.com/a%20b?c=$HOME&d=;ls#e"
      #expect(try await open(address))
      #expect(told == address)
    }

    @Test(arguments: ["exit 3", "kill -9 $$"])
    func `an opener that fails opened nothing`(script: String) async throws {
      try await install(script)
      #expect(try await open("https://example.com") == false)
    }

    @Test func `without an opener nothing is opened`() async throws {
      #expect(try await open("https://example.com") == false)
    }

    @Test(arguments: ["--help", "-h", "/etc/passwd", "a/b"])
    func `what has no scheme is not handed to the opener`(address: String) async throws {
      try await install(#"echo > "$0.txt""#)
      #expect(try await open(address) == false)
      #expect(told == nil)
    }

    @Test func `a cancelled task opens nothing`() async throws {
      try await install(#"echo > "$0.txt""#)
      let isOpened = try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await open("https://example.com")
      }.value
      #expect(!isOpened)
      #expect(told == nil)
    }

    @Test func `a task that is cancelled meanwhile does not wait for an opener that stays`() async throws {
      let started = folder.appending(component: "started").path
      let release = folder.appending(component: "release").path
      #expect(mkfifo(started, 0o600) == 0 && mkfifo(release, 0o600) == 0)
      try await install(": > '\(started)'; cat '\(release)'")
      let task = Task { try await open("https://example.com") }
      await waitForOtherEnd(of: started, O_RDONLY)
      task.cancel()
      #expect(try await task.value == false)
      await waitForOtherEnd(of: release, O_WRONLY)
    }

    /// Opens and closes a named pipe in a thread of its own, which waits until somebody has opened the other end.
    private func waitForOtherEnd(of path: String, _ mode: Int32) async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          close(Glibc.open(path, mode))
          continuation.resume()
        }
      }
    }
  }
#endif
