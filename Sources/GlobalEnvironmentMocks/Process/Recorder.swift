public import Foundation
public import GlobalEnvironment

/// Records what the code under test sent to the world of a mock.
final class Recorder: Sendable {
  struct Recordings {
    var output = RecordedOutput()
    var openedURLs: [URL] = []
  }

  private let recordings = Locked(Recordings())

  /// What was recorded so far.
  var current: Recordings { recordings.withLock { $0 } }

  func write(_ text: String, to stream: RecordedOutput.Stream) {
    recordings.withLock { $0.output.pieces.append(RecordedOutput.Piece(stream: stream, text: text)) }
  }

  /// Records `url`, and claims that it was opened.
  func open(_ url: URL) -> Bool {
    recordings.withLock { $0.openedURLs.append(url) }
    return true
  }
}

extension EnvironmentEndpoints {
  /// The recorder of a mock's output; nil where output is real.
  var recorder: EnvironmentEndpoint<Recorder?> { EnvironmentEndpoint(live: nil, mock: nil) }
}

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
    if let recorder = self.recorder { return recorder.current }
    TestHooks.report("\(name) is what a mock recorded, and this is not a mock. Assign one first (Env = .mock).")
    return Recorder.Recordings()
  }
}
