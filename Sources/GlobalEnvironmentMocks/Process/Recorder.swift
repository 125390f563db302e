import Foundation
import GlobalEnvironment

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
