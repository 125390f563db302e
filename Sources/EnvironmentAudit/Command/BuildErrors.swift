/// The errors of a build, each once: a compiler prints each of them once for every file of the module.
package struct BuildErrors {
  private var told: Set<String> = []
  /// Whether the lines that come show the code of an error that is told.
  private var isShown = false

  package init() {}

  /// Takes the next line of a build's log.
  ///
  /// - Returns: The line, if it belongs to an error that was not told before; nil for all else.
  package mutating func take(_ line: String) -> String? {
    if line.hasPrefix("error: ") || line.contains(": error: ") {
      // The last lines of a log may repeat in its own words that the build has failed.
      isShown = told.insert(line).inserted
    } else if !isPartOfMessage(line) {
      isShown = false
    }
    return isShown ? line : nil
  }

  /// Whether a line goes on with what the compiler says: the code, with its number or none before a bar, and notes.
  private func isPartOfMessage(_ line: String) -> Bool {
    if line.contains(": note: ") { return true }
    let rest = line.drop { $0 == " " || ("0"..."9").contains($0) }
    return rest.first == "|" && rest.startIndex > line.startIndex
  }
}
