import Foundation
package import GlobalEnvironment
import GlobalEnvironmentAtomics
package import GlobalEnvironmentRedaction

/// Writes what happens into the ring, without what is hidden.
final class FlightLog: Sendable {
  let ring: FlightRing
  let hider: Hider
  let url: URL
  let bodyLimit: Int

  init(_ ring: FlightRing, _ hider: Hider, _ url: URL) {
    (self.ring, self.hider, self.url) = (ring, hider, url)
    bodyLimit = ring.bodyLimit
  }

  /// Writes a record that holds what `build` adds.
  func write(_ kind: FlightKind, capacity: Int = 64, _ build: (inout PayloadWriter) -> Void) {
    var payload = PayloadWriter(capacity: capacity)
    build(&payload)
    ring.append(kind, payload)
  }

  func write(_ kind: FlightKind, text: String) {
    write(kind) { $0.add(cut(hider.text(text))) }
  }

  func write(_ kind: FlightKind, texts: [String]) {
    let texts = hider.arguments(Array(texts.prefix(1_000)))
    write(kind) { $0.add(texts.map(cut)) }
  }

  /// A name without what is hidden, at most as long as a body.
  func short(_ name: String) -> String { cut(hider.hidden(name)) }

  /// The beginning of a text, at most as long as a body.
  private func cut(_ text: String) -> String {
    text.utf8.count <= bodyLimit ? text : String(decoding: text.utf8.prefix(bodyLimit), as: UTF8.self)
  }

  /// A body without what is hidden; of a very long one, only its length, as secrets in a part of JSON are not seen.
  func body(_ data: Data, hiding: (Data) -> [UInt8]) -> FlightBody {
    data.count > longest ? FlightBody(Data(), count: data.count) : body(hiding(data))
  }

  /// How many bytes a body may have; of a longer one, only the length is kept.
  var longest: Int { max(1 << 20, bodyLimit) }

  /// The beginning of bytes in which all secrets are hidden already.
  func body(_ bytes: [UInt8]) -> FlightBody { cut(FlightBody(Data(bytes))) }

  func cut(_ body: FlightBody) -> FlightBody {
    body.bytes.count <= bodyLimit ? body : FlightBody(body.bytes.prefix(bodyLimit), count: body.count)
  }

  /// An error without what is hidden.
  func failure(_ error: any Error) -> FlightFailure {
    if error is CancellationError { return FlightFailure(domain: "CancellationError", code: 0, reason: 0, text: "") }
    let known = error as NSError
    let reason = (known.userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue ?? 0
    let text = (error as? any LocalizedError)?.errorDescription ?? known.localizedDescription
    return FlightFailure(domain: known.domain, code: known.code, reason: reason, text: cut(hider.text(text)))
  }
}

extension EnvironmentEndpoints {
  /// The recorder of an environment, which every environment made from it has, too.
  var flightLog: EnvironmentEndpoint<FlightLog?> { EnvironmentEndpoint(live: nil, mock: nil) }
  /// What finds the secrets in a replay; a mark may tell some, which the flight hides in all that comes later.
  package var replayHider: EnvironmentEndpoint<Hider?> { EnvironmentEndpoint(live: nil, mock: nil) }
}
