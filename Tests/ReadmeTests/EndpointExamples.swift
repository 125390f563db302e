// The examples of the articles “Writing endpoints” and “Performance”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// MARK: Writing endpoints

struct Purchases: Sendable {
  var owned: @Sendable () async -> Set<String>
  var buy: @Sendable (String) async throws -> Void
}

extension EnvironmentEndpoints {
  var purchases: EnvironmentEndpoint<Purchases> { EnvironmentEndpoint(live: .inStore, mock: .none) }
}

extension Purchases {
  static var inStore: Purchases {
    Purchases(owned: { await Store.shared.owned }, buy: { try await Store.shared.buy($0) })
  }

  static var none: Purchases { Purchases(owned: { [] }, buy: { throw NotForSale(item: $0) }) }
}

private struct NotForSale: Error {
  let item: String
}

private actor Store {
  static let shared = Store()
  private(set) var owned: Set<String> = []

  func buy(_ item: String) throws { owned.insert(item) }
}

actor Cart {
  private(set) var items: [String] = []

  func add(_ item: String) { items.append(item) }
}

extension EnvironmentEndpoints {
  var cart: EnvironmentEndpoint<Cart> { EnvironmentEndpoint(live: Cart(), mock: Cart()) }
}

extension Environment {
  var isWeekend: Bool { calendar().isDateInWeekend(date()) }
}

struct Networking: EnvironmentSubset {
  let date = \Environment.date
  let http = \Environment.http
}

struct PostsLoader {
  let env = NarrowedEnvironment<Networking>()

  func load(_ request: URLRequest) async throws -> Data { try await env.http(request).0 }
}

struct EndpointTests {
  @Test(.environment(.mock)) func unlocksWhatIsOwned() async {
    Env.purchases.owned = { ["themes"] }
    #expect(await Env.purchases.owned().contains("themes"))
  }

  @Test(.environment(.mock)) func addsToWhatWasThere() async {
    Env.purchases.owned = { [before = Env.purchases.owned] in await before().union(["themes"]) }
    #expect(await Env.purchases.owned() == ["themes"])
  }

  @Test(.environment(.mock)) func `an object in a mock value is not shared by two mocks`() async {
    await Env.cart.add("tea")
    #expect(await Env.cart.items == ["tea"])
    Env = .mock
    #expect(await Env.cart.items.isEmpty)
  }

  @Test(.environment(.mock)) func `what is derived follows what is set`() throws {
    #expect(!Env.isWeekend)
    Env.time.advance(to: try Date(year: 2019, month: 11, day: 16))
    #expect(Env.isWeekend)
  }

  @Test(.environment(.mock)) func `a part with a subset sends its requests through Env`() async throws {
    Env.stub(.get("/posts"), .text("none"))
    let url = try #require(URL(string: "https://api.example.com/posts"))
    #expect(try await PostsLoader().load(URLRequest(url: url)) == Data("none".utf8))
  }
}

// MARK: Performance

extension EnvironmentEndpoints {
  var session: EnvironmentEndpoint<Session> { EnvironmentEndpoint(live: Session(), mock: Session()) }
}

actor Session {
  var token: String?

  func signIn(_ token: String) { self.token = token }
}

struct PerformanceTests {
  @Test(.environment(.mock)) func `an endpoint may be asked for once`() {
    let bits = Env.randomBits
    let noise = (0..<1_000).map { _ in bits() }
    #expect(Set(noise).count == 1_000)
  }

  @Test(.environment(.mock)) func `what an endpoint returns may change`() async {
    await Env.session.signIn("abc")
    #expect(await Env.session.token == "abc")
  }
}
