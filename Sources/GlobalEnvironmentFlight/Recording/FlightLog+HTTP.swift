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
    var kept = request
    let count = request.httpBody?.count ?? 0
    if count > longest { kept.httpBody = nil }
    let shown = hider.request(kept)
    let body = count > longest ? FlightBody(Data(), count: count) : cut(shown.body)
    write(.request, capacity: 256 + body.bytes.count) {
      $0.add(id)
      $0.add(shown.method)
      $0.add(shown.url)
      $0.add(shown.headers)
      $0.add(body)
    }
  }

  /// - Parameter count: How many bytes the body had, where they were too many to be kept.
  func write(_ data: Data, count: Int? = nil, _ response: HTTPURLResponse, _ id: UInt64, asked: URL?) {
    let headers = response.allHeaderFields.compactMap { name, value -> (name: String, value: String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      // The body has been decoded.
      let tellsEncoding = name.utf8.count > 15 && ["content-encoding", "transfer-encoding"].contains(name.lowercased())
      return tellsEncoding ? nil : (name, value)
    }
    let type = headers.first { $0.name.utf8.count == 12 && $0.name.lowercased() == "content-type" }?.value ?? ""
    let url = response.url == asked ? nil : response.url?.absoluteString
    let count = count ?? (data.count > longest ? data.count : nil)
    let shown = hider.message(url, headers, count == nil ? data : Data(), type: type)
    let body = cut(count.map { FlightBody(Data(), count: $0) } ?? shown.body)
    write(.answer, capacity: 256 + body.bytes.count) {
      $0.add(id)
      $0.add(Int32(clamping: response.statusCode))
      $0.add(shown.url)
      $0.add(shown.headers)
      $0.add(body)
    }
  }
}
