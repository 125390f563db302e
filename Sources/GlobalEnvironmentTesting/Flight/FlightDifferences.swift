/// What to do where a program asks something else than it did in the flight.
public enum FlightDifferences: Sendable {
  /// The test has an issue.
  case reported
  /// A mock answers, without an issue.
  case ignored
}
