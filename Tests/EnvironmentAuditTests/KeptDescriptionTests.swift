import EnvironmentAudit
import Foundation
import GlobalEnvironmentTesting
import Testing

/// A package of one target, described a minute after its last change.
@Suite(.environment(.mock)) struct KeptDescriptionTests {
  private let answer = Data(
    #"{"name": "App", "path": "/p", "targets": [{"name": "App", "type": "library", "path": "A", "sources": ["B/C.swift"]}]}"#
      .utf8)

  init() throws {
    try write("import PackageDescription", to: "Package.swift")
    try write("", to: "A/B/C.swift")
    Env.date = { [begin = Env.date()] in begin + 60 }
  }

  @Test func `the package manager is not asked again while nothing has changed`() throws {
    #expect(kept().read() == nil)
    keep()
    #expect(kept().read()?.targets.map(\.name) == ["App"])
    try write("let changed = 1", to: "A/B/C.swift")
    #expect(kept().read() != nil, "The package manager reads no source.")
  }

  @Test(arguments: [
    "Package.swift", "Package@swift-6.2.swift", "A/B/D.swift", "A/E/F.S", "Snippets/G.swift", "Sources/A/C.swift",
  ])
  func `it is asked again when a manifest has changed, and when a file was added`(path: String) throws {
    keep()
    try write("import PackageDescription // changed", to: path)
    #expect(kept().read() == nil)
  }

  @Test func `it is asked again when a file was removed, and with another compiler`() throws {
    keep()
    #expect(kept(compiler: "6.4").read() == nil)
    try Env.files().remove(URL(filePath: "/p/A/B/C.swift"))
    #expect(kept().read() == nil)
  }

  @Test(arguments: [
    "import PackageDescription\nimport Foundation", "import PackageDescription; import class Glibc.FILE",
    #"import PackageDescription\nlet isLocal = Context.environment["LOCAL"] != nil"#,
  ])
  func `a manifest that may look around is read each time`(manifest: String) throws {
    try write(manifest, to: "Package.swift")
    keep()
    #expect(kept().read() == nil)
  }

  @Test(arguments: ["A/B/D.swift", "Package.swift", "Package@swift-6.2.swift"])
  func `nothing is kept when a file has changed since the package manager was asked`(path: String) throws {
    let asked = Env.date()
    try write("import PackageDescription", to: path)
    kept().write(answer, asked: asked)
    #expect(kept().read() == nil)
  }

  @Test(arguments: ["", "[]", #"{"state": [], "answer": ""}"#, #"{"state": ["6.3"], "answer": "e30="}"#])
  func `a damaged file is as good as none`(text: String) throws {
    try write(text, to: ".build/environment-audit/description.json")
    #expect(kept().read() == nil)
  }

  @Test func `a folder that cannot be written to is no error`() throws {
    try write("", to: ".build")
    keep()
    #expect(kept().read() == nil)
  }

  private func keep() { kept().write(answer, asked: Env.date()) }

  private func kept(compiler: String = "6.3") -> KeptDescription {
    KeptDescription(of: URL(filePath: "/p"), in: URL(filePath: "/p/.build"), compiler: compiler)
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: "/p/" + path)
    try Env.files().createFolder(url.deletingLastPathComponent(), withParents: true)
    try Env.files().write(text, to: url)
  }
}
