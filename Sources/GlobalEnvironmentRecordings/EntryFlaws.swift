import GlobalEnvironment
import GlobalEnvironmentWire

/// What is wrong with entries of a file that are passed over: how many, and where the first ones are.
struct EntryFlaws: Sendable {
  /// The first ones, in the order in which they were found. To find a place in a large file takes long.
  private(set) var errors: [RecordingError] = []
  private var others: [String] = []
  private var count = 0

  mutating func add(_ index: Int, _ url: String?, _ error: () -> RecordingError) {
    count += 1
    let address = url.map { " (\(UsualSecrets.hidden(in: $0.shortened)))" } ?? ""
    if errors.count < 3 {
      var error = error()
      error.reason = error.reason.withoutFullStop + address
      errors.append(error)
    } else if others.count < 7 {
      others.append("log.entries[\(index)]\(address)")
    }
  }

  /// One message for all of them; nil where there are none.
  func message(for path: String) -> String? {
    if errors.isEmpty { return nil }
    let more = count - errors.count - others.count
    let lines = errors.map(\.description) + others + (more > 0 ? ["and \(more) more"] : [])
    return """
      \(path): \(count == 1 ? "an entry is" : "\(count) entries are") passed over. Mend or remove what is wrong, or export again.
      \(lines.map { "- \($0)" }.joined(separator: "\n"))
      """
  }
}
