import ChildProcess
import Foundation
import GlobalEnvironment
import Testing

@testable import GlobalEnvironmentTesting

#if os(Linux)
  /// A suite and a test with raw names, which run in a process of their own.
  @Suite struct `a suite (whose name isn't an identifier)` {

    @Test func `the filter that is printed for a seed selects "this" test, and no other`() async throws {
      guard !OwnProcess.isThis else { return }
      let id = try #require(Test.current?.id)
      let result = try await OwnProcess.run(VirtualTimeScoping.filter(for: id))
      #expect(result.status == 0 && result.errors.contains("Test run with 1 test in 1 suite passed"), "\(result)")
    }

    @Test func `another test`() {}
  }

  /// What is told where no test is known fails the run, and so happens in a process of its own. There no suite is serialized: in
  /// each such suite, Swift Testing records that once more.
  @Suite struct RunIssueTests {

    @Test func `what a detached task assigns after the end is one issue`() async throws {
      let result = try await OwnProcess.run("RunIssueTests/LateWriter")
      let lines = result.errors.split(separator: "\n").filter { $0.contains("Env was assigned in the environment of") }
      #expect(result.status != 0 && lines.count == 1, "\(result)")
    }

    @Suite(.enabled(if: OwnProcess.isThis)) struct LateWriter {
      @Test func assigns() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        let late = withEnvironment(.mock) {
          Task.detached {
            for await _ in gate.stream { break }
            Env.hostName = { "late" }
          }
        }
        gate.continuation.yield()
        await late.value
      }
    }
  }

  /// Tests of this program in another process.
  private enum OwnProcess {
    private static let variable = "RUNS_ALONE"

    static let isThis = ProcessInfo.processInfo.environment[variable] != nil

    /// - Parameter filter: As a shell reads it.
    static func run(_ filter: String) async throws -> ChildProcess.Result {
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return try await ChildProcess(
        URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" --testing-library swift-testing --filter \(filter)", program],
        environment: ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
      ).run()
    }
  }
#endif
