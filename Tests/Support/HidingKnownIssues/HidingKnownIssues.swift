public import Testing

#if compiler(>=6.3)
  extension Trait where Self == IssueHandlingTrait {

    /// Keeps known issues out of the output. In these suites, the tests expect them.
    public static var hidesKnownIssues: Self {
      .compactMapIssues { $0.severity == .error && !$0.isFailure ? nil : $0 }
    }
  }
#else
  /// Hides nothing: older versions do not say which issues are known.
  public struct HidesNothing: TestTrait, SuiteTrait {}

  extension Trait where Self == HidesNothing {
    /// Does nothing.
    public static var hidesKnownIssues: Self { HidesNothing() }
  }
#endif
