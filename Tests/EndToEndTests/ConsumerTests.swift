import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// Packages that depend on this one, in `Tests/Packages/Consumers`.
  @Suite struct ConsumerTests {
    @Test(.timeLimit(.minutes(10)), arguments: ["SwiftFive", "SwiftSix", "MainActorByDefault", "NextToSwiftUI"])
    func `a package that uses Env builds and its tests pass without a warning`(name: String) async throws {
      let folder = Repository.consumers.appending(component: name)
      let before = try contents(of: folder)
      try await SwiftCommand("test").expectSuccess(in: folder, scratch: scratch(of: folder))
      #expect(try contents(of: folder) == before, "Nothing may be left behind.")
    }

    @Test(.timeLimit(.minutes(10)))
    func `what Xcode builds as an app for each platform builds here, too`() async throws {
      let folder = Repository.consumers.appending(component: "SmallApp")
      try await SwiftCommand("build").expectSuccess(in: folder, scratch: scratch(of: folder))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a program that may call C++ builds, links and runs`() async throws {
      let folder = Repository.consumers.appending(component: "SmallApp")
      let result = try await SwiftCommand("run", "--quiet", "CxxTool").run(in: folder, scratch: scratch(of: folder))
      #expect(result.output.hasSuffix("\n# 2019-11-12T08:46:00Z\n"), "\(result.output)\(result.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `the sources for Combine build against OpenCombine, and its operators follow virtual time`() async throws {
      let folder = Repository.packages.appending(component: "OpenCombineCheck")
      try await SwiftCommand("test").expectSuccess(in: folder, scratch: scratch(of: folder))
    }

    @Test(.timeLimit(.minutes(10)))
    func `the sample builds, its tests pass, and it runs`() async throws {
      let folder = Repository.packages.appending(component: "Samples")
      try await SwiftCommand("test").expectSuccess(in: folder, scratch: scratch(of: folder))
      let result = try await SwiftCommand("run", "--quiet", "news", "help").run(
        in: folder, scratch: scratch(of: folder))
      #expect(result.status == 64)
      #expect(result.errors.hasPrefix("news: Usage: news"), "\(result.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a package may have targets named App and greeter, and runs its own`() async throws {
      let folder = Repository.consumers.appending(component: "MainActorByDefault")
      let result = try await SwiftCommand("run", "--quiet", "greeter").run(in: folder, scratch: scratch(of: folder))
      #expect(result.output == "Good night!\nGood day!\n")
    }

    @Test(.timeLimit(.minutes(10)))
    func `next to SwiftUI, the bare name Environment is an error that says it is ambiguous`() async throws {
      let folder = Repository.consumers.appending(component: "AmbiguousEnvironment")
      let result = try await SwiftCommand("build").run(in: folder, scratch: scratch(of: folder))
      #expect(result.status != 0)
      let told = result.output + result.errors
      #expect(told.contains("error: 'Environment' is ambiguous for type lookup"), "\(told)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `an endpoint that a type does not list is an error`() async throws {
      let folder = Repository.consumers.appending(component: "NarrowedEnvironment")
      let result = try await SwiftCommand("build").run(in: folder, scratch: scratch(of: folder))
      #expect(result.status != 0)
      let told = result.output + result.errors
      for name in ["uuid", "locale"] {
        #expect(
          told.contains("error: value of type 'CapturedEnvironment<Clock.Uses>' has no dynamic member '\(name)'"),
          "\(told)")
      }
      #expect(!told.contains("member 'now'"), "\(told)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is done wrong where no test is known fails the run, and says what to do`() async throws {
      let folder = Repository.consumers.appending(component: "UncarriedScope")
      let command = SwiftCommand("test", "--skip", "QueueTests")
      let result = try await command.run(in: folder, scratch: scratch(of: folder))
      let told = result.output + result.errors
      #expect(result.status != 0)
      #expect(told.contains("Carry the test's scope there"), "\(told)")
      #expect(told.contains("Give an interval that is longer than zero."), "\(told)")
      // A file of this package is no place that a user could mend.
      #expect(!told.contains(" at Report.swift:"), "\(told)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a test that asks on a queue only does not reach the disk where its target has a mock`() async throws {
      let folder = Repository.consumers.appending(component: "UncarriedScope")
      let command = SwiftCommand("test", "--filter", "QueueTests")
      let result = try await command.run(in: folder, scratch: scratch(of: folder))
      let told = result.output + result.errors
      #expect(result.status != 0)
      #expect(told.contains("Env.files was called"), "\(told)")
      #expect(told.contains("while aQueueWritesAFile() ran"), "\(told)")
      #expect(!told.contains("a file on the disk"), "\(told)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `what the last test of XCTest leaves changed fails the run, and the test is named`() async throws {
      let folder = Repository.consumers.appending(component: "UncarriedScope")
      let command = SwiftCommand("test", "--disable-swift-testing")
      let result = try await command.run(in: folder, scratch: scratch(of: folder))
      let told = result.output + result.errors
      #expect(result.status != 0)
      #expect(told.contains("LastTestCase.testLeavesAMock, which has ended, left the process's"), "\(told)")
    }

    private func contents(of folder: URL) throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))
    }
  }
}
