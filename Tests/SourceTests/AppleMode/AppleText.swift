import Foundation

@testable import EnvironmentAudit

/// The text of a source file as a compiler for one of Apple's platforms takes it, on the same lines.
///
/// Conditions are decided, and imports name the modules that stand for Apple's. The macros of Swift Testing become functions,
/// and its attributes go: to expand them takes minutes, and does the same everywhere.
struct AppleText {
  private(set) var text: String

  init(_ source: String, for platform: ApplePlatform) {
    text = source
    for (pattern, template) in Self.replacements(for: platform) {
      text.replaceAll(pattern, with: template)
    }
    if text.contains("import AppleTesting") { removeAttributesOfTesting() }
  }

  /// The modules that have a stand-in.
  static let modules = ["Darwin", "Foundation", "Security", "Combine", "XCTest", "Testing"]

  private static func replacements(for platform: ApplePlatform) -> [(pattern: String, template: String)] {
    let any = "(\(modules.joined(separator: "|")))"
    return [
      (#"canImport\((FoundationNetworking|FoundationXML|Glibc|Musl|OpenCombine)\)"#, "false"),
      (#"canImport\((Combine|Darwin|ObjectiveC|Security)\)"#, "true"),
      (#"\bos\(Linux\)"#, "false"),
      (#"\bos\(macOS\)"#, "\(platform == .macOS)"),
      (#"\bos\((iOS|tvOS|watchOS|visionOS)\)"#, "\(platform == .iOS)"),
      (#"\bimport ((?:struct|class|enum|protocol|func|var) )?"# + any + #"\b"#, "import $1Apple$2"),
      // A name that says whose it is.
      (#"(?<![\w.`/"])"# + any + #"\.(?=[A-Za-z])"#, "Apple$1."),
      (#"#(expect|require)\b"#, "$1"),
      ("#_sourceLocation", "sourceLocation()"),
      // Of another type than on Linux, whose module is seen, too.
      (#"\bSOCK_STREAM\b"#, "AppleDarwin.SOCK_STREAM"),
    ]
  }

  /// Removes `@Test` and `@Suite` with what is in their parentheses, but not the ends of lines.
  private mutating func removeAttributesOfTesting() {
    let source = SourceText(text)
    let parentheses = SourceComments(source).parentheses
    var bytes = source.bytes
    for name in ["@Test", "@Suite"] {
      for start in source.bytes.indices where source.bytes[start...].starts(with: name.utf8) {
        let end = start + name.utf8.count
        guard source.endOfName(at: end) == end else { continue }
        for place in start...(parentheses.end(of: end) ?? end - 1) where bytes[place] != UInt8(ascii: "\n") {
          bytes[place] = UInt8(ascii: " ")
        }
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate mutating func replaceAll(_ pattern: String, with template: String) {
    // A pattern of this file that is none is found by the first test.
    guard let expression = try? NSRegularExpression(pattern: pattern) else { fatalError(pattern) }
    let all = NSRange(startIndex..., in: self)
    self = expression.stringByReplacingMatches(in: self, range: all, withTemplate: template)
  }
}
