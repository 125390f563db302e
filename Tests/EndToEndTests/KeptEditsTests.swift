import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// What `swift package add-environment` does where its files are already: no edit is lost.
  @Suite struct KeptEditsTests {
    private let environment = "Sources/App/Environment.swift"
    private let edit = "\n// mine\n"

    @Test(.timeLimit(.minutes(10)))
    func `one more file is added beside an edited one, which stays as it is`() async throws {
      let app = try await owningPackage("Edited")
      try change(environment, of: app)
      let edited = try app.text(environment)

      let dry = try await app.add("--network", "--dry-run")
      #expect(dry.output.contains("kept, as it differs: \(environment)\n"), "\(dry)")
      #expect(dry.output.contains("would write: Tests/AppTests/NetworkMocker.swift\n"), "\(dry)")
      #expect(try !app.files("Tests/AppTests").contains("NetworkMocker.swift"))

      let added = try await app.add("--network")
      #expect(added.status == 0 && added.output.contains("kept, as it differs: \(environment)\n"), "\(added)")
      #expect(added.output.contains("wrote: Tests/AppTests/NetworkMocker.swift\n"), "\(added)")
      #expect(try app.text(environment) == edited)
      #expect(try app.files("Sources/App") == ["App.swift", "Environment.swift"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `force keeps each old file beside the new one, and a dry run says so`() async throws {
      let app = try await owningPackage("Forced")
      let template = try app.text(environment)
      try change(environment, of: app)
      let dry = try await app.add("--force", "--dry-run")
      #expect(
        dry.output.contains("would replace: \(environment); the old file would be Environment.swift.old\n"), "\(dry)")
      #expect(try app.text(environment) == template + edit)

      let forced = try await app.add("--force")
      #expect(forced.output.contains("replaced: \(environment); the old file is Environment.swift.old\n"), "\(forced)")
      #expect(try app.text(environment) == template)

      // An older one is not overwritten.
      try app.write("// a second edit", to: environment)
      #expect(try await app.add("--force").output.contains("the old file is Environment.swift.old2\n"))
      #expect(try app.text("\(environment).old") == template + edit)
      #expect(try app.text("\(environment).old2") == "// a second edit")
      let build = try await SwiftCommand("build").run(in: app.folder, scratch: app.file(".build"))
      #expect(build.status == 0, "Old files are not compiled: \(build.output)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a copy that was moved or renamed is kept, also where another file has its name`() async throws {
      let app = try await owningPackage("RenamedCopy")
      try app.move(environment, to: "Sources/App/World/Environment.swift")
      #expect(try await app.add().output.contains("is there already: Sources/App/World/Environment.swift\n"))

      try app.move("Sources/App/World/Environment.swift", to: "Sources/App/World.swift")
      try app.write("// another's", to: environment)
      let result = try await app.add("--force")
      #expect(result.output.contains("kept under its new name: Sources/App/World.swift\n"), "\(result)")
      #expect(try app.text(environment) == "// another's")
      let files = try app.files("Sources/App")
      #expect(files == ["App.swift", "Environment.swift", "World", "World.swift"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a file that only speaks of the pattern is no copy of it`() async throws {
      let app = try OwningPackage("Speaking")
      try app.write("// class EnvironmentBox\nenum Own {\n  class EnvironmentBox {}\n}\n", to: "Sources/App/App.swift")
      #expect(try await app.add().output.contains("wrote: \(environment)\n"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `other line ends do not make another file`() async throws {
      let app = try await owningPackage("Windows")
      let text = try app.text(environment).replacing("\n", with: "\r\n")
      try app.write(text, to: environment)
      #expect(try await app.add("--force").output.contains("is there already: \(environment)\n"))
      #expect(try app.text(environment) == text)
    }

    @Test(.timeLimit(.minutes(10)))
    func `examples that were removed do not come back with one more file`() async throws {
      let app = try await owningPackage("Shorter")
      try app.remove("Tests/AppTests/EnvironmentExampleTests.swift")
      let added = try await app.add("--network")
      #expect(added.output.contains(#"give AppTests exclude: ["posts_response.json"]"#), "\(added)")
      #expect(try !app.files("Tests/AppTests").contains("EnvironmentExampleTests.swift"))
      try app.write(
        try app.text("Package.swift").replacing(
          #"["App"]"#, with: #"["App"], exclude: ["posts_response.json"]"#), to: "Package.swift")
      #expect(try await !app.add("--network").output.contains("exclude:"), "It is there already.")
    }

    @Test(.timeLimit(.minutes(10)))
    func `an Environment of another kind is refused, and nothing is written`() async throws {
      let app = try OwningPackage("Foreign")
      try app.write("enum Environment { case staging }", to: environment)
      let refused = try await app.add()
      #expect(refused.status != 0 && refused.errors.contains("is no copy of this pattern"), "\(refused.errors)")
      #expect(try app.files("Tests/AppTests") == ["AppTests.swift"])
      #expect(try await app.add("--force").status == 0)
      #expect(try app.text("\(environment).old") == "enum Environment { case staging }")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a link is moved, and what it leads to stays`() async throws {
      let app = try await owningPackage("LinkedCopy")
      try app.write("// shared", to: "Shared.swift")
      try app.remove(environment)
      try app.link(environment, to: app.file("Shared.swift"))
      #expect(try await app.add("--force").status == 0)
      #expect(try app.text("Shared.swift") == "// shared" && app.text("\(environment).old") == "// shared")

      // One that leads nowhere is something, too.
      try app.remove(environment)
      try app.link(environment, to: app.file("missing"))
      #expect(try await app.add().errors.contains("is there already"))
      #expect(try await app.add("--force").status == 0)
      #expect(try app.files("Sources/App").contains("Environment.swift.old2"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a read-only file is kept as it is, and moved as it is`() async throws {
      let app = try await owningPackage("Protected")
      try change(environment, of: app)
      func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: app.file(path).path)[.posixPermissions] as? Int
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: app.file(environment).path)
      #expect(try await app.add().output.contains("kept, as it differs: \(environment)\n"))
      #expect(try await app.add("--force").status == 0)
      #expect(try permissions("\(environment).old") == 0o444 && permissions(environment) != 0o444)
    }

    @Test(.timeLimit(.minutes(10)))
    func `where one file cannot be written, none is replaced`() async throws {
      let app = try await owningPackage("Blocked")
      try change(environment, of: app)
      try app.remove("Tests/AppTests/EnvironmentTestCase.swift")
      try app.write("", to: "Tests/AppTests/EnvironmentTestCase.swift/inside")
      let blocked = try await app.add("--force")
      #expect(blocked.status != 0 && blocked.errors.contains("Case.swift is a folder"), "\(blocked.errors)")
      #expect(try app.text(environment).hasSuffix(edit))
      #expect(try app.files("Sources/App") == ["App.swift", "Environment.swift"])
    }

    private func owningPackage(_ name: String) async throws -> OwningPackage {
      let app = try OwningPackage(name)
      let added = try await app.add()
      try #require(added.status == 0, "\(added.errors)")
      return app
    }

    private func change(_ path: String, of app: OwningPackage) throws {
      try app.write(try app.text(path) + edit, to: path)
    }
  }
}
