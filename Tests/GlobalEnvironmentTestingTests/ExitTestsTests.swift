import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

#if os(Linux) || os(macOS)
  /// The bodies of exit tests, which traits do not reach.
  @Suite(.hidesKnownIssues, .environment(.mock))
  struct ExitTestsTests {
    @Test func `a body that reads Env before it has assigned it is warned`() async {
      await withKnownIssue {
        await #expect(processExitsWith: .success) {
          _ = (Env.date(), Env.date())
        }
      } matching: {
        "\($0)".contains("Begin the body with Env = .mock")
      }
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
