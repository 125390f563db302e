/// Shows the steps of a build while it runs, at most one each second.
package struct BuildProgress {
  private var lastTold: Duration?

  package init() {}

  /// Takes the next line of a build's output.
  ///
  /// - Parameter time: The moment, on a clock that never goes back.
  /// - Returns: The line to show; nil for one that is not a step, or comes too soon after another.
  package mutating func take(_ line: String, at time: Duration) -> String? {
    guard line.hasPrefix("["), line.contains("/") else { return nil }
    if let lastTold, time - lastTold < .seconds(1) { return nil }
    lastTold = time
    return line
  }
}
