/// What a program wrote to its standard output and standard error; `Env.output` is that of a mock.
public struct RecordedOutput: Equatable, Sendable, CustomStringConvertible {

  /// One of the two output streams of a program.
  public enum Stream: Sendable {
    /// The stream for results.
    case standardOutput
    /// The stream for errors and warnings.
    case standardError
  }

  /// What one call wrote.
  public struct Piece: Equatable, Sendable {
    /// The stream that it was written to.
    public let stream: Stream
    /// What was written, with its line ends.
    public let text: String
  }

  /// What each call wrote, in the order of the calls.
  public internal(set) var pieces: [Piece] = []

  /// Everything that was written to both streams, as a terminal would show it.
  public var text: String { pieces.map(\.text).joined() }

  /// What was written to the standard output.
  public var standardOutput: String { text(of: .standardOutput) }

  /// What was written to the standard error.
  public var standardError: String { text(of: .standardError) }

  /// The same as ``text``.
  public var description: String { text }

  private func text(of stream: Stream) -> String {
    pieces.filter { $0.stream == stream }.map(\.text).joined()
  }
}
