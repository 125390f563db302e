public import Foundation
import GlobalEnvironment
import GlobalEnvironmentRecordings
public import GlobalEnvironmentWire

extension RequestMatcher {

  // MARK: Header fields

  /// And there is this header field; its name may be in any case.
  public func header(_ name: String) -> RequestMatcher {
    and("header \(name)") {
      $0.header(name) != nil
    } mismatch: { _ in
      "header \(name) is missing"
    }
  }

  /// And this header field has exactly this value; its name may be in any case.
  public func header(_ name: String, _ value: String) -> RequestMatcher {
    let isSecret = UsualSecrets.isSecretHeader(name)
    return and(isSecret ? "header \(name)" : "header \(name): \(value)") {
      $0.header(name) == value
    } mismatch: {
      guard let other = $0.header(name) else { return "header \(name) is missing" }
      return isSecret
        ? "header \(name) has another value" : "header \(name) is \(other.shortened), not \(value.shortened)"
    }
  }

  // MARK: Bodies

  /// And the body is exactly this.
  public func body(_ body: Data) -> RequestMatcher {
    and("body \(body.inWords)") {
      $0.body == body
    } mismatch: {
      "body is \($0.body.inWords), not \(body.inWords)"
    }
  }

  /// And the body is a form, `application/x-www-form-urlencoded`, with these fields and no others, in any order.
  public func form(_ fields: KeyValuePairs<String, String>) -> RequestMatcher {
    form(FormItems(fields), mayHoldMore: false, "form")
  }

  /// And the body is a form, `application/x-www-form-urlencoded`, with at least these fields, in any order.
  public func form(containing fields: KeyValuePairs<String, String>) -> RequestMatcher {
    form(FormItems(fields), mayHoldMore: true, "form containing")
  }

  /// And the body is JSON and equal to `value`; 1 and 1.0 are equal, and the order of names does not count.
  public func json(_ value: JSONValue) -> RequestMatcher {
    and("JSON \(value.description.shortened)") {
      $0.json == value
    } mismatch: {
      $0.jsonDifference(from: value, mayHoldMore: false)
    }
  }

  /// And the body is JSON that holds everything `value` names; see `JSONValue.contains(_:)`.
  public func json(containing value: JSONValue) -> RequestMatcher {
    and("JSON containing \(value.description.shortened)") {
      $0.json?.contains(value) ?? false
    } mismatch: {
      $0.jsonDifference(from: value, mayHoldMore: true)
    }
  }

  private func form(_ wanted: FormItems, mayHoldMore: Bool, _ what: String) -> RequestMatcher {
    and("\(what) \(wanted.description.shortened)") {
      $0.formDifference(from: wanted, mayHoldMore: mayHoldMore) == nil
    } mismatch: {
      $0.formDifference(from: wanted, mayHoldMore: mayHoldMore) ?? ""
    }
  }

  // MARK: Anything else

  /// Requests that fulfil `predicate`; `name` is for messages.
  public static func `where`(
    _ name: String, _ predicate: @escaping @Sendable (SentRequest) -> Bool
  ) -> RequestMatcher {
    any.where(name, predicate)
  }

  /// And `predicate` returns true; `name` is for messages.
  public func `where`(
    _ name: String, _ predicate: @escaping @Sendable (SentRequest) -> Bool
  ) -> RequestMatcher {
    and(name, asksTest: true, predicate) { _ in "\"\(name)\" does not hold" }
  }
}

extension SentRequest {
  fileprivate func formDifference(from wanted: FormItems, mayHoldMore: Bool) -> String? {
    // To read a photo as a form would take seconds.
    guard String(validUTF8: body) != nil else { return "body is \(body.inWords), not a form" }
    return form.difference(from: wanted, mayHoldMore: mayHoldMore, "form")
  }

  fileprivate func jsonDifference(from wanted: JSONValue, mayHoldMore: Bool) -> String {
    guard let json else { return body.isEmpty ? "body is empty, not JSON" : "body is \(body.inWords), not JSON" }
    return json.difference(from: wanted, mayHoldMore: mayHoldMore).map { "in the body, \($0)" } ?? ""
  }
}

extension Data {
  /// The text where it is short, else the size.
  fileprivate var inWords: String {
    if isEmpty { return "empty" }
    guard count <= 100, let text = String(validUTF8: self) else { return "\(count) bytes" }
    return "\"\(text)\""
  }
}
