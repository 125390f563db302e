import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

@Suite(.environment(.mock)) struct FixedTargetsTests {
  private let shared = SourceList.File(path: "/p/Two/Link.swift", realPath: "/p/One/A.swift")

  @Test func `a file that two targets share is in both, and each is listed once`() throws {
    let targets = try targets()
    #expect(targets.targets(of: shared).map(\.name) == ["One", "Two"])
    #expect(targets.targets(of: file("/p/One/B.swift")).map(\.name) == ["One"])
    #expect(targets.targets(of: file("/q/C.swift")).isEmpty)
  }

  @Test func `another Env is seen in a file's own targets, and in those that it imports`() throws {
    let targets = try targets()
    func seen(_ path: String, _ modules: Set<String> = []) -> String? {
      targets.anotherEnv(seenBy: file(path), importing: modules)?.path
    }
    #expect(seen("/p/Three/A.swift") == "/p/Three/Env.swift")
    #expect(seen("/p/One/B.swift") == nil)
    #expect(seen("/p/One/B.swift", ["Foundation", "Two"]) == nil)
    #expect(seen("/p/One/B.swift", ["Three"]) == "/p/Three/Env.swift")
  }

  @Test(arguments: [
    ("import GlobalEnvironment\n", "internal ", ""), ("\u{FEFF}import GlobalEnvironment\n", "private ", ""),
    ("@testable import GlobalEnvironment\n", "fileprivate ", ""),
    ("import GlobalEnvironment\n", "public ", "public "), ("  import var GlobalEnvironment.Env\r\n", "internal ", ""),
    ("internal import GlobalEnvironment\n", "", "explicit "), ("public import GlobalEnvironment\n", "", ""),
    ("package import GlobalEnvironment\n", "private ", "private "),
    ("// import GlobalEnvironment\n", "internal ", "internal "),
    ("import GlobalEnvironmentTesting\n", "private ", "private "),
  ])
  func `a new import fits those that its module has`(text: String, access: String, fitting: String) throws {
    let targets = try targets(["/p/Two/C.swift": text])
    #expect(targets.fitting(access, explicit: "explicit ", in: shared) == fitting)
    #expect(targets.fitting(access, explicit: "explicit ", in: file("/p/One/B.swift")) == access)
  }

  @Test func `new imports fit each other, and any fits a module that mixes them already`() throws {
    var new = try targets()
    func fitting(_ access: String, _ targets: FixedTargets) -> String {
      targets.fitting(access, explicit: "explicit ", in: shared)
    }
    new.expect("internal ", in: shared)
    #expect(fitting("internal ", new) == "internal ")
    new.expect("", in: file("/p/Two/C.swift"))
    #expect(fitting("internal ", new) == "")
    #expect(["", "internal ", "public "].map { fitting($0, new) } == ["", "", "public "])
    let mixed = try targets([
      "/p/One/A.swift": "import GlobalEnvironment\n", "/p/One/B.swift": "internal import GlobalEnvironment\n",
    ])
    for access in ["", "public ", "internal "] { #expect(fitting(access, mixed) == access) }
  }

  private func targets(_ texts: [String: String] = [:]) throws -> FixedTargets {
    let files = [
      "One": [shared, file("/p/One/B.swift"), file("/p/One/B.swift")], "Two": [shared, file("/p/Two/C.swift")],
      "Three": ["A", "Env", "Other"].map { file("/p/Three/\($0).swift") },
    ]
    let list = ["One", "Two", "Three"].map {
      SourceList.Target(name: $0, linksEnvironment: true, files: files[$0] ?? [])
    }
    for name in ["Env", "Other"] { try write("struct Env {}\n", to: "/p/Three/\(name).swift") }
    for (path, text) in texts { try write(text, to: path) }
    return FixedTargets(SourceList(package: "/p", targets: list))
  }

  private func file(_ path: String) -> SourceList.File { SourceList.File(path: path, realPath: path) }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    try Env.files().createFolder(url.deletingLastPathComponent(), withParents: true)
    try Env.files().write(text, to: url)
  }
}
