package import Foundation

/// A request as it came over the wire.
package struct Request: Sendable {
  /// The method: `GET`.
  package let method: String
  /// The path and the query, as they were sent: `/posts?page=2`.
  package let target: String
  /// The header fields in their order.
  package let headers: [(name: String, value: String)]
  /// The body, without any transfer coding.
  package internal(set) var body = Data()

  /// The target without its query: `/posts`.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The target's query: `page=2`; empty where there is none.
  package var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

  /// Returns the value of the first field with that name, whatever its case.
  package subscript(_ name: String) -> String? {
    headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// Reads the head of a request, which ends where its empty line begins; nil for what is none.
  init?(head: Data) {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let start = lines[0].split(separator: " ")
    guard start.count == 3, start[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(start[0])
    target = String(start[1])
    headers = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
  }
}
