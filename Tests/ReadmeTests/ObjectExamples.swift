// The examples of the article “Giving objects their own environment”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Observation
import Testing

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable final class TitlesModel: UsesEnvironment {
  nonisolated let env = CapturedEnvironment()
  private(set) var titles: [String] = []
  @ObservationIgnored lazy var detail = withEnvironment(of: self) { DetailModel() }

  func refresh() async throws {
    titles = try await env.run { try await postTitles() }
  }
}

struct Feed: UsesEnvironment {
  var env = CapturedEnvironment()
  var rows: [Row] = []
  static var environmentMembers: [AnyKeyPath] { [\Self.env, \Self.rows] }
}

struct Row: UsesEnvironment {
  var env = CapturedEnvironment()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private struct Links: Decodable {
  var posts: URL
}

struct ObjectTests {
  @Test(.environment(.mock)) func keepsWhereItWasMade() async {
    let model = withEnvironment(.mock(date: .distantPast)) { DetailModel() }
    #expect(model.env.date() == .distantPast)
    #expect(await Task.detached { model.env.date() }.value == .distantPast)
    #expect(Env.date() != .distantPast)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(.environment(.mock)) @MainActor func `an observable model runs what asks Env in its environment`() async throws
  {
    let model = withEnvironment(.mock(date: .distantPast)) {
      Env.stub(.get("/posts"), .file("posts_response.json"))
      return TitlesModel()
    }
    try await model.refresh()
    #expect(model.titles == ["First", "Second"])
    #expect(model.detail.env.date() == .distantPast)
  }

  @Test(.environment(.mock)) func movesWithWhatItHolds() {
    let model = PostsModel()
    let detail = model.detail
    model.using(.mock(date: .distantPast))
    #expect(model.env.now() == .distantPast)
    #expect(detail.env.date() == .distantPast)
  }

  @Test(.environment(.mock)) func `of a struct a changed copy is returned`() {
    let feed = Feed(rows: [Row()])
    let changed = feed.using(.mock(date: .distantPast))
    #expect(changed.env.date() == .distantPast)
    #expect(changed.rows.map { $0.env.date() } == [.distantPast])
    #expect(feed.env.date() != .distantPast)
  }

  @Test(.environment(.mock)) func `a struct of closures follows the environment of its object`() async {
    Env.purchases.owned = { [Env.locale().identifier] }
    let model = withEnvironment({ $0.locale = { Locale(identifier: "de_DE") } }, perform: { DetailModel() })
    #expect(await model.env.purchases.owned() == ["de_DE"])
    #expect(await Env.purchases.owned() == ["en_US"])
  }

  @Test(.environment(.mock)) func `questions are composed`() async throws {
    let start = try #require(URL(string: "https://api.example.com/"))
    Env.stub(.get("/"), .json(["posts": "https://api.example.com/posts"]))
    Env.stub(.get("/posts"), .json(["First", "Second"]))
    let links = EnvironmentReader<Environment, Links> { try await $0.json(Links.self, from: start) }
    let titles = links.flatMap { links in
      EnvironmentReader<Environment, [String]> { try await $0.json([String].self, from: links.posts) }
    }
    let count = titles.map { $0.count }
    #expect(try await count.run(Env) == 2)
  }

  @Test(.environment(.mock)) func `an endpoint that builds on others asks Env for those`() async throws {
    let zone = EnvironmentReader<Environment, TimeZone> { $0.calendar().timeZone }
    let world = Environment.mock(timeZone: .gmt)
    #expect(try await zone.run(world) == Env.timeZone())
    #expect(try await withEnvironment(world) { try await zone.run(world) } == .gmt)
  }
}

extension Purchases: FollowsEnvironment {
  func following(_ scope: EnvironmentScope) -> Purchases {
    Purchases(owned: carryingEnvironment(of: scope, owned), buy: carryingEnvironment(of: scope, buy))
  }
}
