import Foundation
import GlobalEnvironmentTesting
import Testing

/// The folders with which a file system in memory begins.
@Suite(.environment(.mock))
struct FirstFoldersTests {
  private static let known: [KnownFolder] = [.home, .documents, .caches, .temporary]

  @Test(arguments: known) func `a known folder was made when its file system was`(_ known: KnownFolder) throws {
    let (first, second) = (InMemoryFiles(startingAt: .distantPast), InMemoryFiles(startingAt: Env.date()))
    #expect(try first.attributes(of: first.folder(known)).modified == .distantPast)
    #expect(try second.attributes(of: second.folder(known)).modified == Env.date())
  }

  @Test func `a folder in which something is written has the date of that, the others that of the beginning`() throws {
    let files = InMemoryFiles(startingAt: .distantPast)
    try files.write(Data(), to: files.folder(.documents).appending(component: "note"))
    #expect(try files.attributes(of: files.folder(.documents)).modified == Env.date())
    #expect(try files.attributes(of: files.folder(.caches)).modified == .distantPast)
  }

  @Test(arguments: ["draft.txt", "./draft.txt", "Documents/../draft.txt"])
  func `a relative URL is in the home folder, wherever the process works`(path: String) throws {
    let (files, url) = (InMemoryFiles(), URL(filePath: path))
    try files.write("Dear Ada", to: url)
    #expect(try files.readText(url) == "Dear Ada")
    #expect(files.exists(files.folder(.home).appending(component: "draft.txt")))
    #expect(try files.list(URL(filePath: ".")).contains { $0.lastPathComponent == "draft.txt" })
    #expect(files.exists(URL(filePath: "a", relativeTo: files.folder(.home))) == false)
  }

  @Test func `what one file system does to a known folder, no other one sees`() throws {
    let (first, second) = (InMemoryFiles(), InMemoryFiles())
    try first.remove(first.folder(.caches))
    #expect(throws: CocoaError.self) { try first.attributes(of: first.folder(.caches)) }
    #expect(try second.list(second.folder(.caches)).isEmpty)
  }
}
