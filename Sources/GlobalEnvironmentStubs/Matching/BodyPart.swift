public import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

extension SentRequest {

  /// One part of a body that is `multipart/form-data` (RFC 7578): a field of a form, or a file.
  public struct BodyPart: Sendable, Hashable {
    /// The name of the field.
    public let name: String
    /// The name of the file; nil for a field that is not a file.
    public let filename: String?
    /// Its `Content-Type`; nil where it has none.
    public let type: String?
    /// The contents.
    public let data: Data
    /// The contents as text, read as UTF-8.
    public var text: String { String(decoding: data, as: UTF8.self) }
  }

  /// The body read as the parts of a form, `multipart/form-data`; empty when it is none, or damaged.
  public var parts: [BodyPart] {
    let body = body
    guard let form = MultipartBody(body, type: header("Content-Type") ?? ""), form.isForm else { return [] }
    return form.parts.map {
      BodyPart(name: $0.name ?? "", filename: $0.filename, type: $0.type, data: Data(body[$0.contents]))
    }
  }
}

extension RequestMatcher {

  /// And the body is a form, `multipart/form-data`, with at least these fields, in any order; for files see
  /// ``SentRequest/parts``.
  public func multipart(containing fields: KeyValuePairs<String, String>) -> RequestMatcher {
    let wanted = FormItems(fields)
    return and("multipart containing \(wanted.description.shortened)") {
      $0.fields.difference(from: wanted, mayHoldMore: true, "field") == nil
    } mismatch: {
      $0.parts.isEmpty
        ? "body has no parts of multipart/form-data"
        : $0.fields.difference(from: wanted, mayHoldMore: true, "field") ?? ""
    }
  }
}

extension SentRequest {
  /// The parts that are texts.
  var fields: FormItems {
    FormItems(parts.filter { $0.filename == nil }.map { FormItems.Item(name: $0.name, value: $0.text) })
  }
}
