// The examples of the article “Watching calls”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

protocol NoteStore: Sendable {
  func load(_ id: String) async throws -> String
  func save(_ text: String, as id: String)
}

struct FakeStore: NoteStore {
  let load = ThrowingSpy<String, String>()
  let save = Spy<(text: String, id: String), Void>()

  func load(_ id: String) async throws -> String { try await load.call(id) }
  func save(_ text: String, as id: String) { save.call((text, id)) }
}

@MainActor final class NoteModel {
  private(set) var text = ""
  private(set) var isLoading = false
  private let store: any NoteStore

  init(store: any NoteStore) { self.store = store }

  func open(_ id: String) async {
    isLoading = true
    defer { isLoading = false }
    text = (try? await store.load(id)) ?? "Try again later."
  }
}

struct SpyTests {
  private static let article = "Sources/GlobalEnvironmentMocks/GlobalEnvironmentMocks.docc/WatchingCalls.md"

  @Test(.environment(.mock)) func tellsOfTheHelp() async throws {
    let help = try #require(URL(string: "https://example.com/help"))
    let spy = Env.spy(on: \.openURL)
    _ = await Env.openURL(help)
    await Env.time.advance(by: .seconds(5))
    _ = await Env.openURL(help)
    #expect(spy.count == 2)
    #expect(spy.calls.map(\.arguments) == [help, help])
    #expect(spy.calls.last?.result == true)
  }

  @Test(.environment(.mock)) func `a failure prints what the article prints`() async throws {
    let help = try #require(URL(string: "https://example.com/help"))
    let spy = Env.spy(on: \.openURL)
    _ = await Env.openURL(help)
    await Env.time.advance(by: .seconds(5))
    _ = await Env.openURL(help)
    #expect(try Documents.blocks(of: Self.article).map(\.text).contains("\(spy.count)"))
  }

  @Test(.environment(.mock)) func `a member of an endpoint is watched`() async {
    let spy = Env.spy(on: \.purchases.owned)
    _ = await Env.purchases.owned()
    #expect(spy.count == 1)
  }

  @Test(.environment(.mock)) func `each stub replaces the one before`() async throws {
    let store = FakeStore()
    store.load.stub("Buy milk")
    #expect(try await store.load("a") == "Buy milk")
    store.load.stub(.throws(URLError(.timedOut)), .returns("Buy milk"))
    await #expect(throws: URLError.self) { try await store.load("a") }
    #expect(try await store.load("a") == "Buy milk")
    store.load.stub { id in "The note \(id)" }
    #expect(try await store.load("a") == "The note a")
    store.load.stub(.throws(URLError(.notConnectedToInternet)))
    await #expect(throws: URLError.self) { try await store.load("a") }
    store.save("Buy tea", as: "b")
    #expect(store.save.calls.map(\.arguments.text) == ["Buy tea"])
  }

  /// As they stand in the article, where one follows the other.
  private func stubs(of store: FakeStore) {
    store.load.stub("Buy milk")
    store.load.stub(.throws(URLError(.timedOut)), .returns("Buy milk"))
    store.load.stub { id in "The note \(id)" }
    store.load.stub(.throws(URLError(.notConnectedToInternet)))
  }

  @Test(.virtualTime) @MainActor func showsThatItLoads() async {
    let store = FakeStore()
    let answer = store.load.stubPending()
    let model = NoteModel(store: store)
    let opening = Task { await model.open("a") }
    await Env.time.settle()  // the call waits
    #expect(model.isLoading)
    answer.resolve(returning: "Buy milk")
    await opening.value
    #expect(!model.isLoading && model.text == "Buy milk")
  }

  @Test(.virtualTime) func `a call that is not answered falls back after a minute`() async {
    let store = FakeStore()
    let start = Env.date()
    store.load.stubPending(or: .failure(URLError(.timedOut)), after: .seconds(60))
    await #expect(throws: URLError(.timedOut)) { try await store.load("a") }
    #expect(Env.date() == start + 60)
  }

  @Test(.virtualTime) @MainActor func `a call whose task is cancelled throws`() async {
    let store = FakeStore()
    _ = store.load.stubPending()
    let model = NoteModel(store: store)
    let opening = Task { await model.open("a") }
    await Env.time.settle()
    opening.cancel()
    await opening.value
    #expect(store.load.calls.last?.isCancelled == true)
    #expect(model.text == "Try again later.")
  }

  @Test func `what is not implemented is an issue`() async throws {
    Env = .unimplemented {
      $0.date = { .distantPast }
      $0.purchases = Purchases(owned: { ["themes"] }, buy: unimplemented("purchases.buy"))
    }
    #expect(await Env.purchases.owned() == ["themes"])
    let messages = try Documents.blocks(of: Self.article).map(\.text)
    withKnownIssue {
      _ = Env.uuid()
    } matching: { issue in
      issue.comments.contains { messages.contains($0.rawValue) }
    }
  }
}
