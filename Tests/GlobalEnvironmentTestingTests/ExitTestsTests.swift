import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

#if os(Linux) || os(macOS)
  /// The bodies of exit tests, which traits do not reach.
  @Suite(.hidesKnownIssues, .environment(.mock))
  struct ExitTestsTests {
    @Test func `a body that reads Env before it has assigned it is warned`() async {
      let line = #line + 2
      await withKnownIssue {
        await #expect(processExitsWith: .success) {
          _ = (Env.date(), Env.date())
        }
      } matching: {
        let place = $0.sourceLocation
        return "\($0)".contains("Begin the body with Env = .mock")
          && place?.fileID == "GlobalEnvironmentTestingTests/ExitTestsTests.swift" && place?.line == line
      }
    }

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
#endif
