import EnvironmentAudit
import Foundation
import Testing

@Suite struct PackageDescriptionTests {
  private let description = """
    {"name": "App", "path": "/p", "targets": [
      {"name": "App", "type": "executable", "path": "Sources/App", "sources": ["A.swift", "B/C.swift"],
       "target_dependencies": ["Kit"]},
      {"name": "Kit", "type": "library", "path": "Kit", "sources": ["k.c", "k.h"], "product_dependencies":
       ["GlobalEnvironment"]},
      {"name": "Root", "type": "library", "path": ".", "sources": ["R.swift"]},
      {"name": "Other", "type": "library", "path": "Other", "sources": ["O.swift"], "product_dependencies": ["NIO"]},
      {"name": "AppTests", "type": "test", "path": "Tests", "sources": ["T.swift"], "target_dependencies": ["App"]},
      {"name": "Make", "type": "plugin", "path": "Plugins/Make", "sources": ["M.swift"]}
    ]}
    """

  @Test func `what is compiled is audited, but tests and plugins`() throws {
    let list = try list([])
    #expect(list.targets.map(\.name) == ["App", "Kit", "Root", "Other"])
    #expect(
      list.targets.flatMap(\.files).map(\.path) == [
        "/p/Sources/App/A.swift", "/p/Sources/App/B/C.swift", "/p/made/App.swift", "/p/Kit/k.c", "/p/R.swift",
        "/p/Other/O.swift",
      ])
    #expect(list.targets.flatMap(\.files).filter(\.isGenerated).map(\.path) == ["/p/made/App.swift"])
  }

  @Test func `only without the names of targets it has all files`() throws {
    #expect(try list([]).isComplete == true)
    #expect(try list(["--target", "Kit"]).isComplete == false)
  }

  @Test func `tests are audited when asked for, or named`() throws {
    #expect(try list(["--tests"]).targets.map(\.name) == ["App", "Kit", "Root", "Other", "AppTests"])
    #expect(try list(["--target", "AppTests,Kit"]).targets.map(\.name) == ["Kit", "AppTests"])
  }

  @Test func `a target that depends on this package, itself or by another, may be fixed`() throws {
    #expect(
      try list(["--tests"]).targets.filter { $0.linksEnvironment == true }.map(\.name) == ["App", "Kit", "AppTests"])
  }

  @Test func `a target that there is not is told, and so is a plugin`() {
    for name in ["Ap", "Make"] {
      let error = #expect(throws: CannotAudit.self) { try list(["--target", name]) }
      #expect(error?.description == "There is no target “\(name)” with source files in App.")
    }
  }

  @Test func `another form is told`() {
    let error = #expect(throws: CannotAudit.self) { try PackageDescription(Data("{}".utf8)) }
    #expect(
      error?.description.hasPrefix("The package manager describes the package in a form that is not known") == true)
  }

  @Test func `a dependency is found at any depth, by its name or its identity`() throws {
    let tree = try DependencyTree(
      Data(
        """
        {"name": "App", "identity": "app", "path": "/p", "dependencies": [
          {"name": "Kit", "identity": "kit", "path": "/k", "dependencies": [
            {"name": "Deep", "identity": "deep-kit", "path": "/d", "dependencies": []}]}]}
        """.utf8))
    #expect(try tree.path(of: "Kit") == "/k")
    #expect(try tree.path(of: "Deep-Kit") == "/d")
    let error = #expect(throws: CannotAudit.self) { try tree.path(of: "App") }
    #expect(error?.description == "There is no dependency “App”. There are: Deep, Kit.")
  }

  private func list(_ arguments: [String]) throws -> SourceList {
    try PackageDescription(Data(description.utf8)).sources(
      Options(arguments), generated: { $0 == "App" ? ["/p/made/App.swift"] : [] }, realPath: { $0 })
  }
}
