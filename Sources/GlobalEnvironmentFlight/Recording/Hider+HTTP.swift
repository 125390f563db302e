package import GlobalEnvironmentRedaction

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension Hider {

  /// A hider of the same names as the one that recorded a flight, and of texts, which no flight has.
  package convenience init(like info: FlightInfo, and texts: [Secret]) {
    self.init(HiddenNames(written: info.texts[.hidden] ?? "", and: texts), isReplay: true)
    hidePerson()
  }

  /// Header fields, in the order of their names.
  package func fields(_ headers: [(name: String, value: String)]) -> [FlightField] {
    headers.map { FlightField(name: $0.name, value: header($0.name, $0.value)) }.sorted { $0.name < $1.name }
  }

  /// A request as a flight has it.
  package func request(_ request: URLRequest) -> FlightRequest {
    let headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
    let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
    let shown = message(request.url?.absoluteString ?? "", headers, request.httpBody ?? Data(), type: type)
    return FlightRequest(
      method: request.httpMethod ?? "GET", url: shown.url ?? "", headers: shown.headers, body: shown.body)
  }

  /// The address, the header fields and the body of a request or an answer.
  func message(
    _ url: String?, _ headers: [(name: String, value: String)], _ body: Data, type: String
  ) -> (url: String?, headers: [FlightField], body: FlightBody) {
    let known = known
    var fields = fields(headers)
    var url = url.map { self.url($0) }
    let body = FlightBody(Data(self.body(body, type: type)))
    // Those before may hold what only those behind have shown to be secret.
    if self.known != known {
      url = url.map { hidden($0) }
      fields = fields.map { FlightField(name: $0.name, value: hidden($0.value)) }
    }
    return (url, fields, body)
  }
}
