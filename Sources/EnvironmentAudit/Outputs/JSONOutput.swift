import Foundation

/// A report for programs. Paths are within the package; lines and columns count from 1, columns in bytes of UTF-8.
struct JSONOutput: Codable {
  struct Place: Codable {
    var path: String
    var line: Int
    var column: Int
    var kind: String
    var symbol: String
    var message: String
    var why: String
    var code: String
  }

  struct Unaudited: Codable {
    var path: String
    var reason: String
  }

  var findings: [Place]
  var unaudited: [Unaudited]
  var notes: [String]
  var files: Int
  var allowed: Int
  var inBaseline: Int
  var unusedInBaseline: Int
  var fixed: Int
  var exitCode: Int32
  /// Why nothing was audited; nil when something was.
  var failure: String?

  init(_ report: Report) {
    findings = report.findings.map {
      Place(
        path: $0.path, line: $0.finding.line, column: $0.finding.column, kind: $0.finding.kind,
        symbol: $0.finding.symbol, message: $0.finding.message, why: $0.finding.why, code: $0.code)
    }
    unaudited = report.unaudited.map { Unaudited(path: $0.path, reason: $0.reason) }
    notes = report.notes
    files = report.files
    allowed = report.allowed
    inBaseline = report.inBaseline
    unusedInBaseline = report.unusedInBaseline
    fixed = report.fixed
    exitCode = report.exitCode
    failure = report.failure
  }
}

/// Returns a value as JSON that is the same each time.
func jsonText(of value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
