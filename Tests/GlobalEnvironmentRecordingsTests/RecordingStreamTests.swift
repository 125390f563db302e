import Foundation
import GlobalEnvironmentTesting
import LoopbackServer
import SendingRequests
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings of a real socket whose answers are read as they come.
@Suite(.environment(.mock))
struct RecordingStreamTests {
  private let folder: RecordingFolder

  init() throws {
    folder = try RecordingFolder()
    Env.recording(to: folder.file.path)
  }

  private var isRecorded: Bool { FileManager.default.fileExists(atPath: folder.file.path) }

  private func events(_ url: URL) async throws -> [String] {
    try await Env.bytes(for: patientRequest(url)).0.events.reduce(into: []) { $0.append($1.data) }
  }

  @Test func `a stream is recorded at its end, and then replayed`() async throws {
    let server = try LoopbackServer { _ in .text("data: 1\n\ndata: 2\n\n").pausing(at: 9) }
    defer { server.stop() }
    let url = server.url("/prices")
    var events = try await Env.bytes(for: patientRequest(url)).0.events.makeAsyncIterator()
    #expect(try await events.next()?.data == "1")
    #expect(!isRecorded)
    server.release()
    #expect(try await events.next()?.data == "2")
    #expect(try await events.next() == nil)
    #expect(isRecorded)

    Env = .mock.replaying(folder.file.path)
    #expect(try await self.events(url) == ["1", "2"])
    #expect(server.requests.count == 1)
  }

  @Test func `a stream that is let go of is not recorded`() async throws {
    let server = try LoopbackServer { _ in .text("data: 1\n\ndata: 2\n\n").unfinished() }
    defer { server.stop() }
    for try await event in try await Env.bytes(for: patientRequest(server.url("/prices"))).0.events {
      #expect(event.data == "1")
      break
    }
    await server.until { $0.hangUps == 1 }
    #expect(!isRecorded)
  }

  @Test func `a stream whose reader is cancelled is not recorded`() async throws {
    let server = try LoopbackServer { _ in .text("data: 1\n\n").unfinished() }
    defer { server.stop() }
    let url = server.url("/prices")
    let hasEvent = AsyncStream.makeStream(of: Void.self)
    let reader = Task {
      for try await _ in try await Env.bytes(for: patientRequest(url)).0.events { hasEvent.continuation.finish() }
    }
    for await _ in hasEvent.stream {}
    reader.cancel()
    let error = await #expect(throws: URLError.self) { try await reader.value }
    #expect(error?.code == .cancelled)
    await server.until { $0.hangUps == 1 }
    #expect(!isRecorded)
  }

  @Test(arguments: ["HEAD", "DELETE"]) func `an answer without a body is recorded, though it is not read`(
    method: String
  ) async throws {
    let server = try LoopbackServer { $0.method == "HEAD" ? .text("abc") : .empty(status: 204) }
    defer { server.stop() }
    var request = patientRequest(server.url("/posts"))
    request.httpMethod = method
    let (_, head) = try await Env.bytes(for: request)
    #expect(isRecorded)
    Env = .mock.replaying(folder.file.path)
    #expect(try await Env.bytes(for: request).1.statusCode == head.statusCode)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [false, true]) func `a body that breaks off is recorded as a failure, on request`(
    recordsFailures: Bool
  ) async throws {
    let server = try LoopbackServer { _ in .text("half of it").dropped(after: 4) }
    defer { server.stop() }
    let url = server.url("/posts")
    Env = .mock.recording(to: folder.file.path, recordsFailures: recordsFailures)
    let (bytes, response) = try await Env.bytes(for: patientRequest(url))
    #expect(response.statusCode == 200)
    let error = await #expect(throws: URLError.self) { for try await _ in bytes {} }
    #expect(isRecorded == recordsFailures)
    if !recordsFailures { return }

    Env = .mock.replaying(folder.file.path)
    let replayed = await #expect(throws: URLError.self) { try await Env.bytes(for: patientRequest(url)) }
    #expect(replayed?.code == error?.code)
  }

  @Test func `an upload that is replayed shows its progress`() async throws {
    let server = try LoopbackServer { .text("\($0.body.count)") }
    defer { server.stop() }
    let (steps, feed) = AsyncStream<Int64>.makeStream()
    var request = patientRequest(server.url("/photo"))
    request.httpMethod = "PUT"
    let body = Data(repeating: 32, count: 100_000)
    _ = try await Env.upload(for: request, from: body)
    Env = .mock.replaying(folder.file.path)
    let (data, _) = try await Env.upload(for: request, from: body) { feed.yield($0.completed) }
    #expect(data == Data("100000".utf8))
    feed.finish()
    #expect(await steps.reduce(into: []) { $0.append($1) } == [65_536, 100_000])
    #expect(server.requests.count == 1)
  }
}
