import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// `swift package add-environment`, in packages that begin with nothing.
  @Suite struct AddEnvironmentTests {
    @Test(.timeLimit(.minutes(10)))
    func `the article's four commands lead from nothing to a green test`() async throws {
      let app = try emptyFolder("FromNothing")
      for command in try commandsOfArticle() {
        let words = command.split(separator: " ").map(String.init)
        try #require(words.count > 1 && words[0] == "swift")
        let result = try await SwiftCommand(words[1], Array(words.dropFirst(2))).run(
          in: app, scratch: app.file(".build"))
        #expect(result.status == 0, "\(command):\n\(result.output)\n\(result.errors)")
        if words.contains("add-environment") {
          #expect(result.output.contains("say in Package.swift, behind the name: platforms: ["), "\(result.output)")
        }
        if command == "swift test" {
          #expect(result.output.contains("workThatIsDueLaterRunsWhenTheTestMovesTime() passed"))
        }
      }
    }

    @Test(.timeLimit(.minutes(10)))
    func `it works from a git dependency`() async throws {
      let git = ChildProcess(
        URL(filePath: "/usr/bin/env"), ["git", "rev-parse", "HEAD"], in: Repository.root,
        environment: ProcessInfo.processInfo.environment)
      let revision = try await git.run().output.trimmingCharacters(in: .whitespacesAndNewlines)
      try #require(!revision.isEmpty, "This test needs a git checkout of the package.")
      let dependency = #".package(url: "\#(Repository.root.absoluteString)", revision: "\#(revision)")"#
      let app = try package("FromGit", dependency: dependency)
      let result = try await add("--target", "App", "--framework", "xctest", in: app)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try app.files("Sources/App") == ["App.swift", "Environment.swift"])
      #expect(
        try app.files("Tests/AppTests") == ["AppTests.swift", "EnvironmentTestCase.swift", "MockEnvironment.swift"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `it names your module, overwrites nothing, and says what is wrong`() async throws {
      let app = try package("Careful", module: "Weather", dependency: #".package(path: "\#(Repository.root.path)")"#)

      // A snippet is no second target to choose from.
      try "print(1)".write(to: app.file("Snippets/Hello.swift"))
      let dry = try await add("--dry-run", in: app)
      #expect(dry.status == 0 && dry.output.contains("would write: Sources/Weather/Environment.swift"), "\(dry.errors)")
      #expect(try app.files("Sources/Weather") == ["Weather.swift"])

      let added = try await add("--network", in: app)
      #expect(added.status == 0 && !added.output.contains("platforms:"), "The manifest names them: \(added.output)")
      let mock = try app.text("Tests/WeatherTests/MockEnvironment.swift")
      #expect(mock.contains("@testable import Weather\n") && !mock.contains("import App"))
      #expect(try app.files("Tests/WeatherTests").contains("NetworkMocker.swift"))

      let again = try await add("--network", in: app)
      #expect(again.status == 0 && again.output.contains("is there already: Sources/Weather/Environment.swift"))

      let (place, folder) = (app.file("Sources/Weather/Environment.swift"), app.file("Sources/Weather/World"))
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.moveItem(at: place, to: folder.file("Environment.swift"))
      let moved = try await add(in: app)
      #expect(moved.output.contains("is there already: Sources/Weather/World/Environment.swift"), "\(moved)")
      try FileManager.default.removeItem(at: folder)

      try "// mine".write(to: app.file("Sources/Weather/Environment.swift"))
      let refused = try await add(in: app)
      #expect(refused.status != 0 && refused.errors.contains("Sources/Weather/Environment.swift"), "\(refused.errors)")
      #expect(try app.text("Sources/Weather/Environment.swift") == "// mine")
      #expect(try await add("--force", in: app).status == 0)
      #expect(try app.text("Sources/Weather/Environment.swift") != "// mine")

      let inTheWay = app.file("Tests/WeatherTests/EnvironmentTrait.swift")
      try FileManager.default.removeItem(at: inTheWay)
      try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: false)
      let blocked = try await add(in: app)
      #expect(blocked.status != 0 && blocked.errors.contains("is a folder, where a file is to be"), "\(blocked.errors)")
      try FileManager.default.removeItem(at: inTheWay)

      // A condition names platforms, too, but not those of the package.
      let setting = #".target(name: "Weather", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])"#
      let manifest = try app.text("Package.swift")
      try manifest.replacing("platforms: [.macOS(.v15)], ", with: "")
        .replacing(#".target(name: "Weather")"#, with: setting).write(to: app.file("Package.swift"))
      let advised = try await add("--force", in: app)
      #expect(advised.output.contains("behind the name: platforms: ["), "\(advised)")
      try manifest.write(to: app.file("Package.swift"))

      for (arguments, said) in [
        (["--target", "Wether"], "--target Wether: the package has no such target. There are: Weather."),
        (["--tests", "Weather"], "Weather is no test target: name it with --target."),
        (["--target", "WeatherTests"], "WeatherTests is a test target: name it with --tests."),
        (["--target"], "--target needs a value."),
        (["--framework", "quick"], "Write one of: testing, xctest, both."),
        (["--faster"], "--faster: there is no such option."),
        (["--force=false"], "--force takes no value"),
        (["--dry-run="], "--dry-run takes no value"),
      ] {
        let result = try await add(arguments, in: app)
        #expect(result.status != 0 && result.errors.contains(said), "\(arguments): \(result.errors)")
      }
    }

    @Test(.timeLimit(.minutes(10)))
    func `it refuses what would not compile, and writes all or nothing`() async throws {
      let app = try TemporaryFolder.url.appending(path: "Unusual")
      let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let code = ["Code"]
        let package = Package(
          name: "App", platforms: [.macOS(.v15)], products: [.library(name: "Lib", targets: ["Lib"])],
          dependencies: [.package(path: "\(Repository.root.path)")],
          targets: [
            .target(name: "App", /* sources: ["Old"], */ resources: [.process("Assets")]), .target(name: "CLib"), .target(name: "Other"), .target(name: "Linked"),
            .testTarget(name: "AppTests", dependencies: ["App", .target(name: "Lib"), "Linked", "Coded", "Hiding"]),
            .target(name: "Lib", sources: ["Code"]), .target(name: "Coded", sources: code),
            .target(name: "Hiding", exclude: ["Environment.swift"]),
          ])
        """
      try manifest.write(to: app.file("Package@swift-6.2.swift"))
      try manifest.replacing(#", sources: ["Code"]"#, with: "").write(to: app.file("Package.swift"))
      for file in [
        "App/App.swift", "App/Assets/a.txt", "Other/Other.swift", "Lib/Code/Lib.swift", "CLib/CLib.c",
        "CLib/include/CLib.h", "Coded/Code/Coded.swift", "Hiding/Hiding.swift", "Hiding/Environment.swift",
      ] {
        try "".write(to: app.file("Sources/\(file)"))
      }
      try "".write(to: app.file("Tests/AppTests/AppTests.swift"))
      let elsewhere = try TemporaryFolder.url.appending(path: "Elsewhere")
      try "".write(to: elsewhere.file("Linked.swift"))
      try FileManager.default.createSymbolicLink(at: app.file("Sources/Linked"), withDestinationURL: elsewhere)

      for (arguments, said) in [
        ([], "There are: App, Coded, Hiding, Lib, Linked, Other."),
        (["--target", "CLib"], "--target CLib: the package has no such target. There are: App, Coded, Hiding, Lib, "),
        (["--target", "Other"], "AppTests does not depend"),
        (["--target", "Lib"], "Lib lists its sources in Package.swift"),
        (["--target", "Coded"], "Coded lists its sources in Package.swift"),
        (["--target", "Hiding"], "Hiding excludes Environment.swift in Package.swift"),
        (["--target", "Linked"], "the folder of Linked is a link that leads out of the package"),
      ] {
        let result = try await add(arguments, in: app)
        #expect(result.status != 0 && result.errors.contains(said), "\(arguments): \(result.errors)")
      }
      #expect(try elsewhere.files("") == ["Linked.swift"])

      // The last file cannot be written, so the first is not replaced.
      try "// mine".write(to: app.file("Sources/App/Environment.swift"))
      try "".write(to: app.file("Tests/AppTests/EnvironmentTestCase.swift/inside"))
      let blocked = try await add("--target", "App", "--force", in: app)
      #expect(blocked.status != 0 && blocked.errors.contains("Case.swift is a folder"), "\(blocked.errors)")
      #expect(try app.text("Sources/App/Environment.swift") == "// mine")
      #expect(try app.files("Tests/AppTests") == ["AppTests.swift", "EnvironmentTestCase.swift"])

      // A link that leads nowhere is something, too.
      try FileManager.default.removeItem(at: app.file("Tests/AppTests/EnvironmentTestCase.swift"))
      try FileManager.default.removeItem(at: app.file("Sources/App/Environment.swift"))
      try FileManager.default.createSymbolicLink(
        at: app.file("Sources/App/Environment.swift"), withDestinationURL: elsewhere.file("missing"))
      let kept = try await add("--target", "App", in: app)
      #expect(kept.status != 0 && kept.errors.contains("are there already"), "\(kept.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `it says what a package without tests lacks`() async throws {
      let app = try package("Untested", dependency: #".package(path: "\#(Repository.root.path)")"#)
      let manifest = try app.text("Package.swift")
      let test = #".testTarget(name: "AppTests", dependencies: ["App"]),"#
      try manifest.replacing(test, with: "").write(to: app.file("Package.swift"))
      let result = try await add(in: app)
      #expect(result.status != 0 && result.errors.contains(test.dropLast()), "\(result.errors)")
    }

    private func add(_ arguments: String..., in app: URL) async throws -> ChildProcess.Result {
      try await add(arguments, in: app)
    }

    private func add(_ arguments: [String], in app: URL) async throws -> ChildProcess.Result {
      try await SwiftCommand(
        "package", ["--allow-writing-to-package-directory", "add-environment"] + arguments
      ).run(in: app, scratch: app.file(".build"))
    }

    /// The commands of the article on copying.
    private func commandsOfArticle() throws -> [String] {
      let article = try Repository.root.text("Sources/GlobalEnvironment/GlobalEnvironment.docc/OwningThePattern.md")
      let block = article.split(separator: "```").first { $0.contains("add-environment") }
      let commands = try #require(block).split(separator: "\n").map(String.init).filter { $0 != "console" }
      try #require(commands.count == 4)
      return commands
    }

    /// Makes an empty folder, beside which the package is under its name.
    private func emptyFolder(_ name: String) throws -> URL {
      let folder = try TemporaryFolder.url.appending(path: name)
      try FileManager.default.createDirectory(at: folder.file("App"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: folder.file("GlobalEnvironment"), withDestinationURL: Repository.root)
      return folder.file("App")
    }

    /// Makes a package whose targets use no product of the dependency.
    private func package(_ name: String, module: String = "App", dependency: String) throws -> URL {
      let folder = try TemporaryFolder.url.appending(path: name)
      try """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "\(name)", platforms: [.macOS(.v15)], dependencies: [\(dependency)],
        targets: [
          .target(name: "\(module)"), .testTarget(name: "\(module)Tests", dependencies: ["\(module)"]),
        ])
      """.write(to: folder.file("Package.swift"))
      try "".write(to: folder.file("Sources/\(module)/\(module).swift"))
      try "".write(to: folder.file("Tests/\(module)Tests/\(module)Tests.swift"))
      return folder
    }
  }
}

extension URL {
  fileprivate func file(_ path: String) -> URL { appending(path: path) }

  fileprivate func text(_ path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  fileprivate func files(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(path).path(percentEncoded: false)).sorted()
  }
}

extension String {
  /// Writes the text, and makes the folder for it.
  fileprivate func write(to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try write(to: file, atomically: true, encoding: .utf8)
  }
}
