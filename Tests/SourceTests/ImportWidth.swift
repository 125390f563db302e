import Foundation

/// How widely a file imports FoundationNetworking and Foundation, which are one module on Apple's platforms.
///
/// A file that imports the first one more widely compiles on Linux, where what it declares names types of the first, and
/// not there.
struct ImportWidth {
  /// The levels of access of an import, from the narrowest.
  private static let levels = ["private", "fileprivate", "internal", "package", "public"]

  private let widths: [String: Int]

  init(of text: String) {
    // Of most files there is nothing to be known.
    let text = text.contains("FoundationNetworking") ? text : ""
    let imports = text.matches(
      of: /(?m)^\s*(?:@[\w()]+ +)*(\w+ +)?import +(?:(?:struct|class|enum|protocol|func|var) +)?(\w+)/)
    widths = imports.reduce(into: [:]) { widths, match in
      let level = match.1.map { $0.trimmingCharacters(in: .whitespaces) } ?? "internal"
      let width = Self.levels.firstIndex(of: level) ?? 0
      widths["\(match.2)"] = max(width, widths["\(match.2)"] ?? 0)
    }
  }

  /// Whether FoundationNetworking is imported, and Foundation is not, or more narrowly.
  var isTooNarrow: Bool {
    guard let networking = widths["FoundationNetworking"] else { return false }
    return widths["Foundation"].map { $0 < networking } ?? true
  }
}
