/// What a program wrote to its standard output and standard error; `Env.output` is that of a mock.
public struct RecordedOutput: Equatable, Sendable, CustomStringConvertible {

  /// One of the two ways out of a program.
  public enum Stream: Sendable {
    /// Where its results go.
    case standardOutput
    /// Where its complaints go.
    case standardError
  }

  /// What one call wrote.
  public struct Piece: Equatable, Sendable {
    /// Where it was written to.
    public let stream: Stream
    /// What was written, with its line ends.
    public let text: String
  }

  /// What each call wrote, in the order of the calls.
  public internal(set) var pieces: [Piece] = []

  /// Everything that was written, to either, as a terminal would show it.
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
