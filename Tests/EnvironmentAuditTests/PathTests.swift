import Foundation
import Testing

@testable import EnvironmentAudit

@Suite struct PathTests {
  @Test func `a package has the identity of its folder, also where a link leads there`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    let package = folder.appending(components: "In", "My Pkg É")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(component: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: package)
    for url in [package, link] { #expect(url.path(percentEncoded: false).packageIdentity == "my pkg é") }
  }

  @Test(arguments: [
    ("/p", "/p/Sources/A.swift", "Sources/A.swift"),
    ("/Übungen/ümlaut", "/Übungen/ümlaut/Sources/Ä.swift", "Sources/Ä.swift"),
    ("/a\u{308}", "/a\u{308}/A.swift", "A.swift"), ("/👩‍👩‍👧", "/👩‍👩‍👧/A.swift", "A.swift"),
    ("/p", "/p/\u{301}.swift", "\u{301}.swift"), ("/a \"b\" 'c'", "/a \"b\" 'c'/A.swift", "A.swift"),
  ])
  func `a path within a folder is told without it`(folder: String, path: String, within: String) {
    #expect(Array(path.within(folder).utf8) == Array(within.utf8))
  }

  /// Only some file systems take the two ways to write an umlaut for one.
  @Test(arguments: [("/p", "/package/A.swift"), ("/\u{E4}", "/a\u{308}/A.swift"), ("/p", "/p"), ("/p", "")])
  func `a path elsewhere is told in full`(folder: String, path: String) {
    #expect(Array(path.within(folder).utf8) == Array(path.utf8))
  }

  @Test(arguments: [
    ("/b/A.swift", "", "/p/A.swift"), ("A.swift", "/b/x", "/p/x/A.swift"), ("./A.swift", "/c", "/c/A.swift"),
    ("A.swift", "", "A.swift"), ("out/A.swift", "/b", "/o/A.swift"),
  ])
  func `a path of the index is told as it is on this machine`(file: String, folder: String, path: String) {
    let remaps = [PathRemap(old: "out", new: "/o"), PathRemap(old: "/b", new: "/p")]
    #expect(remaps.path(of: file, compiledIn: folder) == path)
  }
}
