import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// `swift package add-environment`, in packages that begin with nothing.
  @Suite struct AddEnvironmentTests {
    @Test(.timeLimit(.minutes(10)))
    func `the article's four commands lead from nothing to a green test`() async throws {
      let app = try OwningPackage.empty("FromNothing")
      let commands = try OwningArticle.commands(with: "add-environment")
      try #require(commands.count == 4)
      for command in commands {
        let result = try await app.run(command)
        #expect(result.status == 0, "\(command):\n\(result.output)\n\(result.errors)")
        if command.contains("add-environment") {
          #expect(result.output.contains("write in Package.swift, after the name: platforms: ["), "\(result.output)")
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
      let app = try OwningPackage("FromGit", dependency: dependency)
      let result = try await app.add("--target", "App", "--framework", "xctest")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try app.files("Sources/App") == ["App.swift", "Environment.swift"])
      #expect(
        try app.files("Tests/AppTests") == ["AppTests.swift", "EnvironmentTestCase.swift", "MockEnvironment.swift"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `it names your module, and says what is wrong with an option`() async throws {
      let app = try OwningPackage("Careful", module: "Weather")

      // A snippet is no second target to choose from.
      try app.write("print(1)", to: "Snippets/Hello.swift")
      let dry = try await app.add("--dry-run")
      #expect(dry.status == 0 && dry.output.contains("would write: Sources/Weather/Environment.swift"), "\(dry.errors)")
      #expect(try app.files("Sources/Weather") == ["Weather.swift"])

      let added = try await app.add()
      #expect(added.status == 0 && !added.output.contains("platforms:"), "The manifest names them: \(added.output)")
      let mock = try app.text("Tests/WeatherTests/MockEnvironment.swift")
      #expect(mock.contains("@testable import Weather\n") && !mock.contains("import App"))

      // A condition names platforms, too, but not those of the package.
      let setting = #".target(name: "Weather", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])"#
      let manifest = try app.text("Package.swift")
      try app.write(
        manifest.replacing("platforms: [.macOS(.v15)], ", with: "")
          .replacing(#".target(name: "Weather")"#, with: setting), to: "Package.swift")
      let advised = try await app.add()
      #expect(advised.output.contains("after the name: platforms: ["), "\(advised)")
      try app.write(manifest, to: "Package.swift")

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
        let result = try await app.add(arguments)
        #expect(result.status != 0 && result.errors.contains(said), "\(arguments): \(result.errors)")
      }
    }

    @Test(.timeLimit(.minutes(10)))
    func `it refuses what would not compile`() async throws {
      let app = OwningPackage(in: try TemporaryFolder.url.appending(path: "Unusual"))
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
      try app.write(manifest, to: "Package@swift-6.2.swift")
      try app.write(manifest.replacing(#", sources: ["Code"]"#, with: ""), to: "Package.swift")
      for file in [
        "App/App.swift", "App/Assets/a.txt", "Other/Other.swift", "Lib/Code/Lib.swift", "CLib/CLib.c",
        "CLib/include/CLib.h", "Coded/Code/Coded.swift", "Hiding/Hiding.swift", "Hiding/Environment.swift",
      ] {
        try app.write("", to: "Sources/\(file)")
      }
      try app.write("", to: "Tests/AppTests/AppTests.swift")
      let elsewhere = OwningPackage(in: try TemporaryFolder.url.appending(path: "Elsewhere"))
      try elsewhere.write("", to: "Linked.swift")
      try app.link("Sources/Linked", to: elsewhere.folder)

      for (arguments, said) in [
        ([], "There are: App, Coded, Hiding, Lib, Linked, Other."),
        (["--target", "CLib"], "--target CLib: the package has no such target. There are: App, Coded, Hiding, Lib, "),
        (["--target", "Other"], "AppTests does not depend"),
        (["--target", "Lib"], "Lib lists its sources in Package.swift"),
        (["--target", "Coded"], "Coded lists its sources in Package.swift"),
        (["--target", "Hiding"], "Hiding excludes Environment.swift in Package.swift"),
        (["--target", "Linked"], "the folder of Linked is a link that leads out of the package"),
      ] {
        let result = try await app.add(arguments)
        #expect(result.status != 0 && result.errors.contains(said), "\(arguments): \(result.errors)")
      }
      #expect(try elsewhere.files("") == ["Linked.swift"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `it says what a package without tests lacks`() async throws {
      let app = try OwningPackage("Untested")
      let test = #".testTarget(name: "AppTests", dependencies: ["App"]),"#
      try app.write(try app.text("Package.swift").replacing(test, with: ""), to: "Package.swift")
      let result = try await app.add()
      #expect(result.status != 0 && result.errors.contains(test.dropLast()), "\(result.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a target that this system does not have is no empty one`() async throws {
      let app = try OwningPackage("Systems")
      let manifest = try app.text("Package.swift")
      try app.write(
        "\(manifest)\n#if os(Windows)\npackage.targets.append(.target(name: \"Registry\"))\n#endif\n",
        to: "Package.swift")
      try app.write("", to: "Sources/Registry/Registry.swift")
      #expect(try await app.add("--dry-run").output.contains("would write: Sources/App/Environment.swift"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `it says which target has no source file yet`() async throws {
      let app = try OwningPackage("Empty")
      try app.remove("Tests/AppTests/AppTests.swift")
      #expect(try await app.add().errors.contains("AppTests has no source file yet, so the package manager"))
      try app.remove("Sources/App/App.swift")
      #expect(try await app.add().errors.contains("App has no source file yet, so the package manager leaves it out"))

      // The only target with a source file need not be the one that is meant.
      try app.write(
        try app.text("Package.swift").replacing("targets: [", with: #"targets: [.target(name: "Kit"),"#),
        to: "Package.swift")
      try app.write("", to: "Sources/Kit/Kit.swift")
      #expect(try await app.add().errors.contains("There are: App (no source file yet), Kit."))
      #expect(try await app.add("--target", "App").errors.contains("App has no source file yet"))
      #expect(try app.files("Sources/Kit") == ["Kit.swift"])
    }
  }
}

/// The article on copying.
enum OwningArticle {
  /// Returns the commands of the first block that contains a word.
  static func commands(with word: String) throws -> [String] {
    let article = try OwningPackage(in: Repository.root).text(
      "Sources/GlobalEnvironment/GlobalEnvironment.docc/OwningThePattern.md")
    let block = article.split(separator: "```").first { $0.hasPrefix("console\n") && $0.contains(word) }
    return try #require(block).split(separator: "\n").map(String.init).filter { $0 != "console" }
  }
}
