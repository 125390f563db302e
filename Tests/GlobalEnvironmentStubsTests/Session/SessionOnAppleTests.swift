// What only a session of Apple's can answer: its protocol is asked on threads and queues of its own.
#if canImport(Darwin)
  import Foundation
  import GlobalEnvironmentTesting
  import Testing

  @Suite(.environment(.mock))
  struct SessionOnAppleTests {

    @Test func `a thousand requests get whole answers, one after another`() async throws {
      Env.stub(.any, .text("whole"))
      let session = Env.urlSession()
      for _ in 0..<1_000 {
        let (data, response) = try await session.data(for: URLRequest(to: "/posts"))
        #expect(data.text == "whole")
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
      }
    }

    @Test func `header fields of the session reach the stubs`() async throws {
      Env.stub(.any, .status(204))
      let configuration = HTTPStubs.configuration()
      configuration.httpAdditionalHeaders = ["X-Client": "tests"]
      _ = try await URLSession(configuration: configuration).data(for: URLRequest(to: "/posts"))
      #expect(Env.requests.first?.header("X-Client") == "tests")
    }
  }

  /// Two tests that would run beside each other, and take turns with the shared session.
  @Suite(.environment(.mock), .interceptsSharedSession)
  struct SharedSessionOnAppleTests {

    @Test(arguments: ["first", "second"])
    func `each gets its own answers`(text: String) async throws {
      Env.stub(.any, .text(text))
      for _ in 0..<100 {
        #expect(try await URLSession.shared.data(for: URLRequest(to: "/posts")).0.text == text)
      }
    }
  }
#endif
