#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import GlobalEnvironmentTesting
  import LoopbackServer
  import Testing

  @testable import GlobalEnvironment

  /// When a transfer has stood still for too long, in virtual time.
  struct TransferTests {
    private let time = Environment.mock.time
    private let server: LoopbackServer
    private let transfer: Transfer
    private let session: URLSession
    private let task: URLSessionTask

    init() throws {
      server = try LoopbackServer { _ in .silence }
      let request = URLRequest(url: server.url("/"), timeoutInterval: 10)
      transfer = Transfer(of: request, scheduler: time)
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      session = URLSession(configuration: configuration)
      task = session.dataTask(with: request)
    }

    /// Starts the transfer, lets `events` happen to it, and returns the body.
    private func data(during events: () -> Void) async throws -> Data {
      transfer.start(task, of: session)
      events()
      _ = try await transfer.head()
      return try await transfer.rest()
    }

    private var response: URLResponse {
      URLResponse(url: server.url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }

    @Test func `each movement gives it the whole time again`() async throws {
      let data = try await data {
        time.advance(by: .seconds(9))
        transfer.delayTimeout()
        time.advance(by: .seconds(9))
        transfer.receive(response)
        for letter in "abc" {
          time.advance(by: .seconds(9))
          transfer.receive(Data("\(letter)".utf8))
        }
        time.advance(by: .seconds(9))
        transfer.finish()
      }
      #expect(data == Data("abc".utf8))
      #expect(time.pending.isEmpty)
    }

    @Test func `it ends when nothing has moved for that long`() async throws {
      let error = await #expect(throws: URLError.self) {
        try await data {
          time.advance(by: .seconds(9))
          transfer.receive(response)
          time.advance(by: .milliseconds(9_999))
          #expect(time.pending.count == 1)
          time.advance(by: .milliseconds(1))
        }
      }
      #expect(error?.code == .timedOut)
      #expect(error?.failingURL == server.url("/"))
    }

    @Test func `what has come is read before the timeout is thrown`() async throws {
      transfer.start(task, of: session)
      transfer.receive(response)
      transfer.receive(Data("abc".utf8))
      _ = try await transfer.head()
      await time.advance(by: .seconds(10))
      #expect(try await transfer.next() == Data("abc".utf8))
      let error = await #expect(throws: URLError.self) { try await transfer.next() }
      #expect(error?.code == .timedOut)
    }

    @Test func `a challenge that is met is no answer`() async throws {
      func head(_ status: Int) throws -> HTTPURLResponse {
        try #require(HTTPURLResponse(url: server.url, statusCode: status, httpVersion: nil, headerFields: nil))
      }
      let (refusal, answer) = (try head(401), try head(200))
      let url = try #require(URL(string: "http://user:password@127.0.0.1/"))
      let transfer = Transfer(of: URLRequest(url: url, timeoutInterval: 10), scheduler: time)
      transfer.start(task, of: session)
      transfer.receive(refusal)
      transfer.receive(Data("who?".utf8))
      async let first = transfer.head()
      transfer.receive(answer)
      transfer.receive(Data("welcome".utf8))
      #expect((try await first as? HTTPURLResponse)?.statusCode == 200)
      #expect(try await transfer.next() == Data("welcome".utf8))
    }

    @Test func `what comes after the end is lost, and does no harm`() async throws {
      await #expect(throws: URLError.self) {
        try await data {
          transfer.stop(.cancelled)
          transfer.receive(response)
          transfer.receive(Data("late".utf8))
          transfer.finish()
          transfer.fail(URLError(.unknown))
          transfer.stop(.timedOut)
          time.advance(by: .seconds(60))
        }
      }
    }

    @Test func `one that is stopped before its start does not send`() async throws {
      transfer.stop(.cancelled)
      let error = await #expect(throws: URLError.self) { try await data {} }
      #expect(error?.code == .cancelled)
      #expect(server.log.connections == 0)
    }

    @Test func `an end without a response is an error`() async throws {
      let error = await #expect(throws: URLError.self) { try await data { transfer.finish() } }
      #expect(error?.code == .badServerResponse)
    }
  }
#endif
