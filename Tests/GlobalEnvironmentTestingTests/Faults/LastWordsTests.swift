import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

#if os(Linux) || os(macOS)
  /// What a process says that dies in a run under faults.
  @Suite(.serialized) struct LastWordsTests {

    @Test func `a trap, an abort and an exit name the test and its faults`() async throws {
      try expectWords(of: [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await dieUnderFault { _ = $0[Int($0.count)] }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await dieUnderFault { print(($0 as Any) as! [String: Int]) }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await dieUnderFault { _ in exit(3) }
        },
      ])
    }

    @Test(.needsOwnStack) func `so does a stack that is full`() async throws {
      try expectWords(of: [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await dieUnderFault { print(depth(of: $0.count)) }
        }
      ])
    }

    private func expectWords(of results: [ExitTest.Result?]) throws {
      for result in results {
        let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
          told.contains(
            """
            error: The process ended while this test ran:
              ENV_FAULTS='files[write 7]#1=diskFull' swift test --filter 7
              at files write 7, 1st: the disk is full from then on

            """), "\(told)")
        #expect(told.components(separatedBy: "The process ended").count == 2, "\(told)")
      }
      let words = takeWordsOfChildren()
      #expect(words.count == results.count && words.allSatisfy { $0.contains("files[write 7]") }, "\(words)")
    }

    @Test func `a process that dies under the faults of a seed names that`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        useOwnFolder()
        let hunt = FaultHunt(source: .seeds(3..<9, [:]), orders: nil, variables: .init(), command: "swift test")
        _ = try await hunt.run { _, run, _ in
          if !run.isCalm { abort() }
          return FaultTrial(of: run, in: VirtualTime(startingAt: .distantPast), failures: [])
        }
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("\n  ENV_SEED=3 swift test\n"), "\(told)")
    }

    @Test func `what a test has met is added to its words`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        useOwnFolder()
        await LastWords.during(LastWords.text("ENV_SEED=3 swift test")) {
          LastWords.add("at a difference")
          abort()
        }
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("while this test ran:\n  ENV_SEED=3 swift test\n  at a difference\n"), "\(told)")
    }

    @Test func `a process that is killed is named by the next run, once`() async throws {
      _ = await #expect(processExitsWith: .failure) {
        useOwnFolder()
        await LastWords.during("killed") { _ = kill(getpid(), SIGKILL) }
      }
      #expect(takeWordsOfChildren().contains("killed"))
      #expect(!takeWordsOfChildren().contains("killed"))
    }

    @Test func `a process that ends as it should leaves no words`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        useOwnFolder()
        await LastWords.during("innocent") {}
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(!told.contains("innocent") && !takeWordsOfChildren().contains("innocent"))
    }
  }

  /// Runs twenty tests at the same time, of which the seventh does what `body` does once its fault has happened.
  private func dieUnderFault(_ body: @escaping @Sendable ([Int]) -> Void) async {
    useOwnFolder()
    let (waiting, go) = (Locked(20), AsyncStream.makeStream(of: Void.self))
    await withTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          let source = FaultScoping.Source.choice(.only("files[write \(number)]#1=diskFull"))
          let hunt = FaultHunt(
            source: source, orders: nil, variables: .init(), command: "swift test --filter \(number)")
          _ = try? await hunt.run { _, run, _ in
            var environment = Environment.mock
            environment.adapt(to: run)
            if waiting.withLock({
              $0 -= 1; return $0 == 0
            }) {
              go.continuation.finish()
            }
            if number == 7 {
              for await _ in go.stream {}
              if (try? environment.files().write("a", to: URL(filePath: "/tmp/7"))) == nil { body([]) }
            } else {
              while !Task.isCancelled { await Task.yield() }
            }
            return FaultTrial(of: run, in: VirtualTime(startingAt: .distantPast), failures: [])
          }
        }
      }
    }
  }

  /// Calls itself until the stack is full.
  private func depth(of number: Int) -> Int { number < 0 ? 0 : depth(of: number + 1) + 1 }

  private func folderOfTests(of process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appending(component: "last-words-\(process)")
  }

  private func takeWordsOfChildren() -> [String] {
    let folder = folderOfTests(of: getpid())
    let children = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (children ?? []).flatMap { child in
      // As .build/debug is one.
      let link = folder.appending(component: "link")
      try? FileManager.default.createSymbolicLink(at: link, withDestinationURL: child)
      defer { try? FileManager.default.removeItem(at: link) }
      return LastWords.takeWords(in: link)
    }
  }

  /// Keeps the words of a child process from the next run of these tests, and from its siblings.
  private func useOwnFolder() {
    let folder = folderOfTests(of: getppid()).appending(component: "\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    LastWords.folder.replace(with: folder)
  }
#endif
