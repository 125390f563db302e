import Foundation
import GlobalEnvironment
import GlobalEnvironmentAtomics

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FlightLog {

  /// Sends a request through `send`, and writes it and its answer.
  func http(
    _ request: URLRequest, _ send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
  ) async throws -> (Data, HTTPURLResponse) {
    let id = global_environment_next_number()
    write(request, id)
    do {
      let (data, response) = try await send(request)
      write(data, response, id, asked: request.url)
      return (data, response)
    } catch {
      write(error, id)
      throw error
    }
  }

  func write(_ error: any Error, _ id: UInt64) {
    let failure = failure(error)
    write(.noAnswer) {
      $0.add(id)
      $0.add(failure)
    }
  }

  func write(_ request: URLRequest, _ id: UInt64) {
    var fields = hider.fields((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
    var url = hider.url(request.url?.absoluteString ?? "")
    let known = hider.known
    let body =
      request.httpBody.map { hider.body($0, type: request.value(forHTTPHeaderField: "Content-Type") ?? "") } ?? []
    // The address may hold what only the body has shown to be secret.
    if hider.known != known {
      url = hider.hidden(url)
      fields = fields.map { FlightField(name: $0.name, value: hider.hidden($0.value)) }
    }
    write(.request, capacity: 256 + min(body.count, bodyLimit)) {
      $0.add(id)
      $0.add(request.httpMethod ?? "GET")
      $0.add(url)
      $0.add(fields)
      $0.add(body, limit: bodyLimit)
    }
  }

  func write(_ data: Data, _ response: HTTPURLResponse, _ id: UInt64, asked: URL?) {
    let headers = response.allHeaderFields.compactMap { name, value -> (name: String, value: String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      // The body has been decoded.
      let tellsEncoding = name.utf8.count > 15 && ["content-encoding", "transfer-encoding"].contains(name.lowercased())
      return tellsEncoding ? nil : (name, value)
    }
    let fields = hider.fields(headers)
    let type = headers.first { $0.name.utf8.count == 12 && $0.name.lowercased() == "content-type" }?.value ?? ""
    let body = hider.body(data, type: type)
    let url = response.url == asked ? nil : response.url.map { hider.url($0.absoluteString) }
    write(.answer, capacity: 256 + min(body.count, bodyLimit)) {
      $0.add(id)
      $0.add(Int32(clamping: response.statusCode))
      $0.add(url)
      $0.add(fields)
      $0.add(body, limit: bodyLimit)
    }
  }
}
