/// The errors of a build, each once: a compiler prints each of them once for every file of the module.
package struct BuildErrors {
  private var reported: Set<String> = []
  /// Whether the next lines show the code of an error that was reported.
  private var isShown = false

  /// Takes the next line of a build's log.
  ///
  /// - Returns: The line, if it belongs to an error that was not reported before; otherwise nil.
  package mutating func take(_ line: String) -> String? {
    if line.hasPrefix("error: ") || line.contains(": error: ") || line.contains(": fatal error: ") {
      // The last lines of a log may repeat that the build has failed.
      isShown = reported.insert(line).inserted
    } else if !isPartOfMessage(line) {
      isShown = false
    }
    return isShown ? line : nil
  }

  /// Whether a line continues a compiler message: code after a bar, with or without a line number, or a note.
  private func isPartOfMessage(_ line: String) -> Bool {
    if line.contains(": note: ") { return true }
    let rest = line.drop { $0 == " " || ("0"..."9").contains($0) }
    return rest.first == "|" && rest.startIndex > line.startIndex
  }
}
