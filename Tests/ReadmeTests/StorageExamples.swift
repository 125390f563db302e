// The examples of the article “Testing files, settings and secrets”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock)) struct StorageExamples {
  struct Draft {
    private var file: URL { Env.files().folder(.documents).appending(component: "draft.txt") }

    func save(_ text: String) throws { try Env.files().write(text, to: file) }

    var text: String { (try? Env.files().readText(file)) ?? "" }
  }

  @Test(.environment(.mock)) func keepsTheDraft() throws {
    try Draft().save("Dear Ada")
    #expect(Draft().text == "Dear Ada")
    #expect(try Env.files().list(Env.files().folder(.documents)).map(\.lastPathComponent) == ["draft.txt"])
  }

  @Test(.environment(.mock)) func keepsTheOldDraftOnAFullDisk() throws {
    try Draft().save("Dear Ada")
    Env.inMemoryFiles.capacity = Env.inMemoryFiles.used
    let error = #expect(throws: CocoaError.self) { try Draft().save("Dear Bob") }
    #expect(error?.code == .fileWriteOutOfSpace)
    #expect(Draft().text == "Dear Ada")
  }

  @Test(.environment(.mock)) func tellsThatTheFolderIsReadOnly() throws {
    try Env.inMemoryFiles.setAccess(.readOnly, of: Env.files().folder(.documents))
    let error = #expect(throws: CocoaError.self) { try Draft().save("Dear Ada") }
    #expect(error?.code == .fileWriteNoPermission)
  }

  @Test(.virtualTime) func countsTheLaunches() async {
    var launches = Env.defaults().changes(of: .launches).makeAsyncIterator()
    Env.defaults()[.launches] += 1
    Env.defaults()[.lastVisit] = Env.date()
    #expect(await launches.next() == 1)
    #expect(Env.defaults()[.lastVisit] == Env.date())
  }

  @Test(.environment(.mock)) func forgetsTheToken() throws {
    try Env.secrets().write("s3cret", for: "token")
    #expect(try Env.secrets().readText("token") == "s3cret")
    try Env.secrets().remove("token")
    #expect(try Env.secrets().readText("token") == nil)
  }

  @Test(.environment(.mock)) func `what the table says is so`() throws {
    Env.defaults = { [store = InMemoryDefaults(["launches": 2])] in store }
    #expect(Env.defaults()[.launches] == 2)
    #expect(Env.defaults().value(for: "launches") == 2)
    Env.defaults().remove(.launches)
    #expect(Env.defaults()[.launches] == 0)
    try Env.defaults().set(3, for: .launches)
    #expect(try Env.defaults().suite("group.com.example.app")[.launches] == 0)
  }
}

extension DefaultsKey<Int> {
  static var launches: Self { Self("launches", default: 0) }
}

extension DefaultsKey<Date?> {
  static var lastVisit: Self { Self("lastVisit") }
}
