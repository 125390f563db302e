// The examples of the article “Testing failures”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct FaultExamples {
  private typealias NoteModel = SavedNote

  @Test(.faults(.each)) func keepsTheNote() async throws {
    Env.stub(.put("/notes/1"), .status(204))
    let model = NoteModel()
    await model.save("Milk")
    // Whatever failed, the model says what is true.
    #expect(await model.isShownAsSaved == Env.files().exists(model.file))
  }

  @Test(.faults(.each)) func keepsOneOfTheTexts() async throws {
    let file = Env.files().folder(.documents).appending(component: "draft.txt")
    try withoutFaults {
      if !Env.files().exists(file) { try Env.files().write("old", to: file) }
    }
    try? Env.files().write("new", to: file)
    let text = try withoutFaults { try Env.files().readText(file) }
    #expect(["old", "new"].contains(text))
  }

  @Test(.faults(seeds: 0..<200, rates: [.offline: 0.1])) func survivesBadWeather() async {
    Env.stub(.put("/notes/1"), .status(204))
    let model = NoteModel()
    for text in ["Milk", "Eggs"] { await model.save(text) }
    #expect(await model.isShownAsSaved == Env.files().exists(model.file))
  }

  @Test(.environment(.mock)) func saysThatTheDiskIsFull() async {
    Env.stub(.put("/notes/1"), .status(204))
    Env.fail(\.files, "write note.txt", call: 1, with: .diskFull)
    let model = NoteModel()
    await model.save("Milk")
    #expect(await !model.isShownAsSaved)
  }

  @Test(.environment(.mock)) func submissionFails() async throws {
    Env.fail(\.submit, call: 2)
    try await Env.submit(Data())
    await #expect(throws: SubmitError.self) { try await Env.submit(Data()) }
  }
}

extension NoteTests {
  fileprivate typealias NoteModel = SavedNote
}

final class NoteTests: EnvironmentTestCase {
  func testKeepsTheNote() async throws {
    try await withFaults(.each) {
      Env.stub(.put("/notes/1"), .status(204))
      let model = NoteModel()
      await model.save("Milk")
      let isShownAsSaved = await model.isShownAsSaved
      XCTAssertEqual(isShownAsSaved, Env.files().exists(model.file))
    }
  }
}

extension EnvironmentEndpoints {
  var submit: EnvironmentEndpoint<@Sendable (Data) async throws -> Void> {
    EnvironmentEndpoint(live: { try await send($0) }, mock: { _ in }, failing: { _ in throw SubmitError.rejected })
  }
}

private enum SubmitError: Error { case rejected }

private func send(_ data: Data) async throws {}

/// Shows a note as saved when it is: at the server first, and then in a file.
@MainActor private final class SavedNote {
  private(set) var isShownAsSaved: Bool
  nonisolated let file: URL

  nonisolated init() {
    file = Env.files().folder(.documents).appending(component: "note.txt")
    // It may be there from before.
    isShownAsSaved = Env.files().exists(file)
  }

  func save(_ text: String) async {
    guard let url = URL(string: "https://example.com/notes/1") else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    guard let response = try? await Env.http(request).1, response.statusCode == 204 else { return }
    try? Env.files().write(text, to: file)
    isShownAsSaved = Env.files().exists(file)
  }
}
