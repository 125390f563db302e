import Foundation
import HidingKnownIssues
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import GlobalEnvironmentTesting

#if os(Linux) || os(macOS)
  /// The bodies of exit tests, which traits do not reach.
  @Suite(.hidesKnownIssues, .environment(.mock))
  struct ExitTestsTests {
    @Test func `a body that reads Env before it has assigned it is warned`() async {
      await expectWarning(at: #line + 1) {
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          _ = (Env.date(), Env.date())
        }
      }
    }

    @Test func `it is warned at its own line, too, where a function that it calls reads Env`() async {
      await expectWarning(at: #line + 1) {
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          _ = readDate()
        }
      }
    }

    #if os(Linux)
      @Test func `it is warned at the line that reads Env where a task of other code does so`() async {
        await expectWarning(at: lineOfReading) {
          await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = await readDateElsewhere()
          }
        }
      }
    #endif

    /// Expects a warning at that line of this file; before Swift 6.3, one without a place on standard error.
    private func expectWarning(at line: Int, _ body: () async -> ExitTest.Result?) async {
      let message = "Begin the body with Env = .mock"
      #if compiler(>=6.3)
        await withKnownIssue {
          _ = await body()
        } matching: {
          let place = $0.sourceLocation
          return "\($0)".contains(message)
            && place?.fileID == "GlobalEnvironmentTestingTests/ExitTestsTests.swift" && place?.line == line
        }
      #else
        let told = await body().map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(told?.contains(message) == true)
      #endif
    }

    @Test func `a misuse in a body is reported at the line of the body`() async {
      let line = #line + 2
      await withKnownIssue {
        await #expect(processExitsWith: .success) {
          Env = .unimplemented
          _ = Env.date()
        }
      } matching: {
        let place = $0.sourceLocation
        return "\($0)".contains("Env.date was called")
          && place?.fileID == "GlobalEnvironmentTestingTests/ExitTestsTests.swift" && place?.line == line
      }
    }

    #if os(Linux)
      @Test func `so is a request without a stub, at a line of this file`() async {
        await withKnownIssue {
          await #expect(processExitsWith: .success) {
            Env = .mock
            _ = try? await Env.http(URLRequest(url: URL(fileURLWithPath: "/posts")))
          }
        } matching: {
          $0.sourceLocation?.fileID == "GlobalEnvironmentTestingTests/ExitTestsTests.swift"
        }
      }
    #endif

    @Test func `a function that is in no exit test has no place`() {
      #expect(ExitTests.place(ofCaller: "closure #1 () -> () in AppTests.MyTests.greets() -> ()") == nil)
    }

    @Test func `a body that says what it wants is left alone`() async {
      await #expect(processExitsWith: .success) {
        Env = .mock
        precondition(Env.hostName() == Environment.mock.hostName())
      }
      await #expect(processExitsWith: .success) {
        Env = .live
        _ = Env.date()
      }
    }
  }

  /// The code of an app.
  @inline(never) private func readDate() -> Date { Env.date() }
  private let lineOfReading = #line - 1

  private func readDateElsewhere() async -> Date { await Task.detached { readDate() }.value }
#endif
