// The examples of the articles on moving to `Env`, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// MARK: From Date()

enum Before {
  struct Trial {
    let start: Date

    var isOver: Bool { Date().timeIntervalSince(start) >= 14 * 86_400 }
  }

  enum Prices {
    static let formatter = Env.numberFormatter { $0.numberStyle = .currency }  // in the first test's locale
  }
}

enum After {
  struct Trial {
    let start: Date

    var isOver: Bool { Env.date().timeIntervalSince(start) >= 14 * 86_400 }
  }

  struct TrialTests {
    @Test(.environment(.mock)) func endsAfterTwoWeeks() {
      let trial = Trial(start: Env.date())
      Env.time.advance(by: .seconds(14 * 86_400 - 1))
      #expect(!trial.isOver)
      Env.time.advance(by: .seconds(1))
      #expect(trial.isOver)
    }
  }

  enum Prices {
    static var formatter: EnvironmentNumberFormatter { Env.numberFormatter { $0.numberStyle = .currency } }
  }
}

private func sendThrough(_ session: URLSession) {
  Env.urlSession = { session }
  Env.http = { request in
    guard case (let data, let response as HTTPURLResponse) = try await session.data(for: request) else {
      throw URLError(.badServerResponse)
    }
    return (data, response)
  }
  Env.httpBytes = { request, _ in
    let (data, response) = try await Env.http(request)
    return (EnvironmentBytes(data), response)
  }
}

struct OwnSessionTests {
  @Test(.environment(.mock)) func `requests go through the session of one's own`() async throws {
    Env.stub(.get("/posts").header("X-Session", "mine"), .text("none"))
    let configuration = HTTPStubs.configuration()
    configuration.httpAdditionalHeaders = ["X-Session": "mine"]
    sendThrough(URLSession(configuration: configuration))
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com/posts")))
    let (data, response) = try await Env.http(request)
    #expect(data == Data("none".utf8))
    #expect(response.statusCode == 200)
    #expect(try await Env.bytes(for: request).0.lines.reduce("", +) == "none")
  }
}

// MARK: From other libraries

struct SoundEffects: Sendable {
  var play: @Sendable (String) -> Void
}

extension EnvironmentEndpoints {
  var soundEffects: EnvironmentEndpoint<SoundEffects> {
    EnvironmentEndpoint(live: SoundEffects { print("♪ \($0)") }, mock: SoundEffects { _ in })
  }
}

struct Game {
  func win() { Env.soundEffects.play("fanfare") }
}

struct GameTests {
  @Test(.environment(.mock)) func `a key with its two values is an endpoint`() {
    let played = Locked<[String]>([])
    Env.soundEffects.play = { sound in played.withLock { $0.append(sound) } }
    Game().win()
    #expect(played.withLock { $0 } == ["fanfare"])
  }
}
