import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What happens to stubs when their test ends. The trait is asked directly, so that the issues can be expected.
@Suite(.hidesKnownIssues)
struct StubsAtTheEndTests {

  /// Returns the issues of a test with this body.
  private func issues(of body: @escaping @concurrent @Sendable () async throws -> Void) async throws -> [String] {
    let trait: EnvironmentTrait = .environment(.mock)
    let test = try #require(Test.current)
    return await SendingRequests.issues {
      try? await trait.provideScope(for: test, testCase: nil, performing: body)
    }
  }

  @Test func `a stub that no request used is an issue at its line`() async throws {
    let line = #line + 1
    let messages = try await issues { Env.stub(.get("/posts"), .ok) }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("StubsAtTheEndTests.swift:\(line)") == true, "\(messages)")
    #expect(messages.first?.contains("The stub for GET, path /posts has answered no request.") == true)
  }

  @Test func `one beside a request without a stub may be meant for that`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .ok)
      _ = try? await send("/post")
    }
    #expect(messages.count == 2, "\(messages)")
    let words = "has answered no request. A request that no stub matches may be meant for it. If not: Remove it"
    #expect(messages.last?.contains(words) == true, "\(messages)")
  }

  @Test func `a stub whose response is wrong is one issue`() async throws {
    let messages = try await issues { Env.stub(.get("/posts"), .status(999)) }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("Status 999 is not in 100...599.") == true, "\(messages)")
  }

  @Test func `a stub that was asked, is optional, or was removed is none`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .ok)
      Env.stub(.get("/users"), .ok).optional()
      Env.stub(.get("/removed"), .ok).remove()
      try await send("/posts")
    }
    #expect(messages.isEmpty)
  }

  @Test func `what is expected is checked`() async throws {
    let messages = try await issues {
      Env.stub(.get("/twice"), .ok).expect(calls: 2)
      Env.stub(.get("/never"), .ok).expect(calls: 0)
      Env.stub(.get("/once"), .ok).expect(calls: 1)
      Env.stub(.get("/too/often"), .ok).expect(calls: 0).optional()
      for path in ["/twice", "/once", "/too/often"] { try await send(path) }
    }
    #expect(messages.count == 2)
    #expect(messages.first?.contains("path /twice has answered 1 request, but 2 requests are expected.") == true)
    #expect(messages.last?.contains("path /too/often has answered 1 request, but 0 requests are expected.") == true)
  }

  @Test func `a stub in whose place a newer one has answered names that`() async throws {
    let line = #line + 3
    let messages = try await issues {
      Env.stub(.get("/posts"), .ok)
      Env.stub(.get("/:any"), .ok)
      try await send("/posts?token=hunter22")
    }
    #expect(messages.count == 1)
    let place = "for GET, path /:any at GlobalEnvironmentStubsTests/StubsAtTheEndTests.swift:\(line),"
    #expect(messages.first?.contains("A newer one, \(place) has answered GET https") == true, "\(messages)")
    #expect(messages.first?.contains("hunter22") == false)
  }

  @Test func `so does one that is expected to answer more`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .ok).expect(calls: 2)
      try await send("/posts")
      Env.stub(.get("/:any"), .ok)
      try await send("/posts")
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("but 2 requests are expected. A newer one, for GET, path /:any") == true)
  }

  @Test func `a newer stub that has answered other requests is not named, nor an older one`() async throws {
    let messages = try await issues {
      Env.stub(.get("/old"), .ok)
      try await send("/old")
      Env.stub(.get("/old").header("X", "1"), .ok)
      Env.stub(.get("/posts"), .ok)
      Env.stub(.get("/:any").header("X", "1"), .ok)
      try await send("/users", headers: ["X": "1"])
      Env.stub(
        .any.and("odd") { _ in
          true
        } mismatch: { _ in
          ""
        }, .ok
      ).optional()
    }
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.contains("has answered no request. Remove it") }, "\(messages)")
    #expect(messages.allSatisfy { $0.contains("URLSession.shared does not") }, "\(messages)")
  }

  @Test func `a wrong number tells what was answered, and the number`() async throws {
    let messages = try await issues {
      Env.stub(.get("/:any"), .ok).expect(calls: 2)
      for number in 1...7 { try await send("/\(number)?token=hunter22") }
    }
    #expect(messages.first?.contains("send fewer, or write .expect(calls: 7)") == true, "\(messages)")
    #expect(messages.first?.contains("- GET https://api.example.com/1?token=…\n") == true, "\(messages)")
    #expect(messages.first?.contains("- GET https://api.example.com/5?token=…\n… 2 more …") == true, "\(messages)")
  }

  @Test func `what is expected of a stub that was removed is checked, too`() async throws {
    let messages = try await issues {
      Env.stub(.get("/a"), .ok).expect(calls: 1).remove()
      Env.stub(.get("/b"), .ok).expect(calls: 1)
      Env.stub(.get("/c"), .ok)
      Env.removeAllStubs()
    }
    #expect(messages.count == 2)
  }

  @Test func `what is expected of a stub that was removed again and again is checked once`() async throws {
    let messages = try await issues {
      let stub = Env.stub(.get("/a"), .ok)
      stub.remove()
      stub.expect(calls: 1).remove()
      stub.remove()
      let other = Env.stub(.get("/b"), .ok).expect(calls: 1)
      Env.removeAllStubs()
      other.remove()
    }
    #expect(messages.count == 2)
  }

  @Test func `what is expected of a stub after it was removed is checked, too`() async throws {
    let messages = try await issues {
      let (one, other) = (Env.stub(.get("/a"), .ok), Env.stub(.get("/b"), .ok))
      try await send("/b")
      one.remove()
      Env.removeAllStubs()
      one.expect(calls: 1).expect(calls: 2)
      other.expect(calls: 1)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("path /a has answered 0 requests, but 2 requests are expected.") == true)
  }

  @Test func `a test that throws is not told about its stubs, too`() async throws {
    let messages = try await issues {
      Env.stub(.get("/posts"), .ok).expect(calls: 2)
      throw CancellationError()
    }
    #expect(messages.isEmpty)
  }

  @Test func `a request after the end is rejected, and reported as late`() async throws {
    let mock = Locked<Environment?>(nil)
    #expect(
      try await issues {
        Env.stub(.any, .ok).optional()
        mock.withLock { $0 = Env }
      }.isEmpty)
    let ended = try #require(mock.withLock { $0 })
    let messages = try await SendingRequests.issues {
      let late = try request("/posts")
      #expect(await failure { try await ended.http(late) } == .cancelled)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("GET https://api.example.com/posts was sent after its test had ended") == true)
    #expect(messages.first?.contains("a request after the end is rejected") == true)
  }

  @Test func `a task that outlives its test is rejected`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let late = Locked<Task<URLError.Code?, Never>?>(nil)
    _ = try await issues {
      Env.stub(.any, .ok).optional()
      let task = Task {
        for await _ in gate { break }
        return await failure { try await send("/") }
      }
      late.withLock { $0 = task }
    }
    open.yield()
    let task = late.withLock { $0 }
    let messages = await SendingRequests.issues { #expect(await task?.value == .cancelled) }
    #expect(messages.count <= 1)
  }

  @Test func `cancelled tasks may send through a session after the end, in vain`() async throws {
    let (test, trait) = (try #require(Test.current), EnvironmentTrait.environment(.mock))
    let late = Locked<Task<Void, Never>?>(nil)
    let messages = await SendingRequests.issues {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      try? await trait.provideScope(for: test, testCase: nil) {
        let (session, request) = (Env.urlSession(), try request("/posts"))
        let task = Task {
          for await _ in gate { break }
          withUnsafeCurrentTask { $0?.cancel() }
          await withTaskGroup { group in
            for _ in 0..<100 {
              group.addTask { #expect(await failure { try await session.data(for: request) } == .cancelled) }
            }
          }
        }
        late.withLock { $0 = task }
      }
      open.yield()
      await late.withLock { $0 }?.value
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(messages.isEmpty, "\(messages)")
  }

  @Test func `requests that are cancelled before the end are not late`() async throws {
    let request = try request("/posts")
    let messages = await SendingRequests.issues {
      await withTaskGroup { group in
        for _ in 0..<200 {
          group.addTask {
            withEnvironment(.mock) {
              let task = Env.urlSession().dataTask(with: request)
              task.resume()
              task.cancel()
              HTTPStubs.current?.end(test: "a test")
            }
          }
        }
      }
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(!messages.contains { $0.contains("after its test had ended") }, "\(messages)")
  }

  @Test func `a request under way at the end fails`() async throws {
    let mock = Locked<Environment?>(nil)
    let task = Locked<Task<URLError.Code?, Never>?>(nil)
    _ = try await issues {
      Env.stub(.any, .ok.delay(.seconds(2)))
      mock.withLock { $0 = Env }
      task.withLock { $0 = Task { await failure { try await send("/") } } }
      await Env.time.settle()
    }
    await mock.withLock { $0 }?.time.advance(by: .seconds(2))
    #expect(await task.withLock { $0 }?.value == .cancelled)
  }

  @Test func `a trait inside another leaves the outer mock to that`() async throws {
    let test = try #require(Test.current)
    let inner: EnvironmentTrait = .environment { $0.locale = { Locale(identifier: "de_DE") } }
    let messages = try await issues {
      Env.stub(.get("/posts"), .ok)
      try await inner.provideScope(for: test, testCase: nil) { #expect(Env.locale().identifier == "de_DE") }
      try await send("/posts")
    }
    #expect(messages.isEmpty)
  }

  @Test func `a mock that a test assigns ends with that`() async throws {
    let messages = try await issues {
      Env = .mock
      Env.stub(.get("/posts"), .ok)
    }
    #expect(messages.count == 1)
  }
}
