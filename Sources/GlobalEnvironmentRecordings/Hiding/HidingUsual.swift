import Foundation
import GlobalEnvironmentRedaction
import GlobalEnvironmentWire

/// Returns what is secret in a request or in an answer though no test has named it, each with a name: as in flights and messages.
///
/// A name that may mean something else, such as `key` and `code`, says nothing here, and neither does a part of a path: requests
/// are told apart by their values. What has a secret name in all recordings is found otherwise.
func usualSecrets(
  in urls: [String], _ headers: [HAR.Field], _ body: Data, _ names: SecretNames
) -> [(value: String, name: String)] {
  let hider = Hider(HiddenNames(hiding: []))
  // First what its form shows, in texts that nothing is hidden in yet.
  for text in urls + headers.map(\.value) + [String(decoding: body, as: UTF8.self)] { _ = hider.hidden(text) }
  // Without the scheme, so that the path of another URL is only a text.
  for url in urls { _ = hider.url(String(url[(url.range(of: "//")?.upperBound ?? url.startIndex)...])) }
  for field in headers where names.header(field.name) == nil && !names.compares(field.name) {
    _ = hider.header(field.name, field.value)
  }
  let type = headers.value(of: "Content-Type") ?? ""
  _ = hider.body(body, type: type)
  return hider.found.filter { $0.name != "path" }
}

extension Exchange.Request {
  func usualSecrets(_ names: SecretNames) -> [(value: String, name: String)] {
    GlobalEnvironmentRecordings.usualSecrets(in: [url], headers, body, names)
  }
}

extension Exchange.Response {
  func usualSecrets(_ names: SecretNames) -> [(value: String, name: String)] {
    GlobalEnvironmentRecordings.usualSecrets(
      in: [url].compactMap(\.self) + redirects.map(\.url), headers, body, names)
  }
}
