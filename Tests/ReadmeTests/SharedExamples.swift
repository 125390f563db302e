// The examples that several articles show, or that need a line around them, each as it stands there.

import Dispatch
import Foundation
import GlobalEnvironmentTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// MARK: Read, set, reset

func greeting() -> String {
  let hour = Env.calendar().component(.hour, from: Env.date())
  return hour < 12 ? "Good morning" : "Good day"
}

struct FirstScreen {
  @Test func greetsInTheMorning() {
    Env = .mock  // 12 November 2019, 02:45:00 in Chicago, in American English
    #expect(greeting() == "Good morning")
    Env.timeZone = { TimeZone(identifier: "Asia/Tokyo") ?? .gmt }
    #expect(greeting() == "Good day")
  }

  @Test func buildsOn() {
    Env = .mock
    let before = Env.date
    Env.date = { before() + 60 }
    #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_360))
  }

  @Test func resets() {
    Env = .mock
    Env.reset()  // the live world again
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
  }
}

// MARK: Swift Testing

final class Reminders: Sendable {
  private let count = Locked(0)

  var shown: Int { count.withLock { $0 } }

  func remind(after delay: Duration) {
    Env.scheduler().schedule(after: delay) { [count] in count.withLock { $0 += 1 } }
  }
}

// MARK: Cultures

struct NumberFieldTests {
  @Test(.environment(.mock), arguments: Culture.all)
  func readsWhatItWrites(culture: Culture) {
    Env.culture = culture
    let text = Env.numberFormatter { _ in }.string(from: 1234.5)
    #expect(Env.numberFormatter { _ in }.number(from: text) == 1234.5)
  }
}

// MARK: Time

@MainActor final class SearchModel {
  private(set) var results: [String] = []
  private var task: Task<Void, Never>?

  func type(_ text: String) {
    task?.cancel()
    task = Task {
      guard (try? await Env.sleep(for: .milliseconds(300))) != nil else { return }
      results.append(text)
    }
  }
}

struct SearchTests {
  @Test(.virtualTime) @MainActor func debounces() async throws {
    let model = SearchModel()
    model.type("s")
    try await Env.sleep(for: .milliseconds(299))
    #expect(model.results.isEmpty)
    try await Env.sleep(for: .milliseconds(1))
    #expect(model.results == ["s"])
  }
}

// MARK: Your own

extension EnvironmentEndpoints {
  var analytics: EnvironmentEndpoint<@Sendable (String) -> Void> {
    EnvironmentEndpoint(live: { print($0) }, mock: { _ in })
  }
}

// MARK: Network

func postTitles() async throws -> [String] {
  struct Post: Decodable { var title: String }
  guard let url = URL(string: "https://api.example.com/posts") else { return [] }
  return try await Env.json([Post].self, from: url).map(\.title)
}

struct PostTests {
  @Test func stubs() {
    Env = .mock
    Env.stub(.post("/users/:id").json(containing: ["name": "B"]), .json(["ok": true], status: 201).delay(.seconds(2)))
    Env.stub(.host("cdn.example.com") && !.any.query("size"), .notFound)
    Env.stub(.get("/status"), .sequence([.status(503), .text("fine")])).expect(calls: 2)
    Env.stub(.put("/users/:id"), .response { .text("Hello, \($0.parameters["id"] ?? "")") })
    Env.stub(.any, .error(.notConnectedToInternet)).once()
  }
}

// MARK: XCTest

final class GreetingTestCase: EnvironmentTestCase {
  func testGreetsInTheMorning() {
    XCTAssertEqual(greeting(), "Good morning")
  }
}

final class PlainTestCase: XCTestCase {
  override func setUp() {
    useEnvironment(.mock)
  }

  func testGreetsInTheMorning() {
    XCTAssertEqual(greeting(), "Good morning")
  }
}

// MARK: Scopes and launch

struct Scopes {
  @Test func bodies() {
    withEnvironment(.mock) {
      print(Env.date())
    }
    withEnvironment {
      $0.date = { .distantFuture }
    } perform: {
      print(Env.date())
    }
  }

  @Test func carrying() {
    let queue = DispatchQueue(label: "example")
    queue.async(execute: carryingEnvironment { print(Env.date()) })
    queue.sync {}
  }

  @Test func launching() {
    Env = .live.overriddenAtLaunch()
  }
}

// MARK: An environment of its own

final class PostsModel: UsesEnvironment {
  struct Uses: EnvironmentSubset {
    let now = \Environment.date
    let http = \Environment.http
  }
  let env = CapturedEnvironment<Uses>()  // or CapturedEnvironment(), for every endpoint
  lazy var detail = withEnvironment(of: self) { DetailModel() }
}

final class DetailModel {
  let env = CapturedEnvironment()
}

struct Models {
  @Test func keepTheirEnvironment() {
    let model = withEnvironment(.mock) { PostsModel() }
    #expect(model.env.now() == model.detail.env.date())
    model.using(.mock(date: .distantPast))
    #expect(model.env.now() == .distantPast && model.detail.env.date() == .distantPast)
  }
}

// MARK: Spies

struct Spies {
  @Test(.environment(.mock)) func record() async throws {
    Env.stub(.get("/posts"), .file("posts_response.json"))
    let spy = Env.spy(on: \.http)  // goes on as before, and is recorded
    _ = try await postTitles()
    #expect(spy.count == 1)  // a failure lists the calls

    let load = ThrowingSpy<String, Int>()  // a function made up for a fake
    load.stub(.throws(URLError(.timedOut)), .returns(1))
    let answer = load.stubPending()  // calls wait until …
    answer.resolve(returning: 2)
  }
}
