import Foundation
import GlobalEnvironment

extension Hider {

  /// The parts of a multipart body (RFC 2046, section 5.1, and RFC 7578).
  func parts(_ bytes: [UInt8], type: String, depth: Int) -> [UInt8] {
    var (result, rest) = (Data(), Data(bytes))
    // Lines end as the first one does.
    let isLong = rest.firstIndex(of: 0x0A).map { $0 > 0 && rest[$0 - 1] == 0x0D } ?? true
    let line = Data((isLong ? "\r\n" : "\n").utf8)
    guard let delimiter = Self.delimiter(of: rest, type: type, line: line) else { return bytes }
    while let head = rest.firstRange(of: line + line) {
      let fields = String(decoding: rest[..<head.lowerBound], as: UTF8.self).replacing(#/\r?\n(?=[ \t])/#, with: "")
      result += rest[..<head.upperBound]
      rest = rest[head.upperBound...]
      // An empty part ends where its head does.
      let isEmpty = rest.starts(with: delimiter.dropFirst(line.count))
      let end = isEmpty ? rest.startIndex : rest.firstRange(of: delimiter)?.lowerBound
      let value = Array(rest[..<(end ?? rest.endIndex)])
      if !value.isEmpty {
        let placeholders = Self.partNames(fields).compactMap { placeholder(for: value, named: $0, in: .field) }
        let type = fields.firstMatch(of: #/(?i)content-type\s*:\s*([^\r\n]*)/#).map { String($0.1) } ?? "text/plain"
        result += placeholders.first.map { Data($0.utf8) } ?? Data(self.fields(in: value, type: type, depth: depth + 1))
      }
      rest = rest[(end ?? rest.endIndex)...]
    }
    return Array(result + rest)
  }

  /// What stands between two parts: a new line and the boundary, which the type names, or else the first line.
  private static func delimiter(of body: Data, type: String, line: Data) -> Data? {
    let declared = type.firstMatch(of: #/(?i)[;\s]boundary\s*=\s*(?:"([^"]*)"|([^;\s]*))/#).flatMap { $0.1 ?? $0.2 }
    if let declared, !declared.isEmpty, body.firstRange(of: Data("--\(declared)".utf8)) != nil {
      return line + Data("--\(declared)".utf8)
    }
    return body.firstRange(of: line).map { line + body[..<$0.lowerBound] }
  }

  /// What may be the name of the part with this head: quotes may be missing, and a filename may hold another name.
  private static func partNames(_ head: String) -> [String] {
    head.matches(of: #/(?i)[;\s]name\*?\s*=\s*(?:"((?:\\"|[^"])*)"|([^;\r\n]*))/#).map {
      ($0.1 ?? $0.2 ?? "").replacing("\\\"", with: "\"").trimmingCharacters(in: .whitespaces)
    }
  }
}
