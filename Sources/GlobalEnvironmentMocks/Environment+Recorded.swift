public import Foundation
public import GlobalEnvironment

extension Environment {

  /// What was written to this mock's standard output and standard error so far.
  ///
  /// ```swift
  /// #expect(Env.output.text == "Good morning!\n")
  /// ```
  ///
  /// Where the environment is not a mock, the running test fails and this is empty.
  public var output: RecordedOutput {
    recordings(for: "Env.output").output
  }

  /// The addresses that this mock was asked to open, in that order.
  ///
  /// Where the environment is not a mock, the running test fails and this is empty.
  public var openedURLs: [URL] {
    recordings(for: "Env.openedURLs").openedURLs
  }

  private func recordings(for name: String) -> Recorder.Recordings {
    if let world = self.mockWorld { return world.recorder.current }
    TestHooks.report("\(name) is what a mock recorded, and this is not a mock. Assign one first (Env = .mock).")
    return Recorder.Recordings()
  }
}
