package import Foundation

extension URL {
  /// The address without user and password, without a fragment, and with `…` in place of each value of its query.
  package var withoutSecrets: String {
    guard var components = URLComponents(url: absoluteURL, resolvingAgainstBaseURL: false) else { return "an address" }
    components.user = nil
    components.password = nil
    components.fragment = nil
    let names = (components.queryItems ?? []).map { $0.value == nil ? "…" : "\($0.name)=…" }
    components.query = nil
    let address = (components.string ?? "an address") + (names.isEmpty ? "" : "?\(names.joined(separator: "&"))")
    return address.printable(200)
  }
}
