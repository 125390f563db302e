import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// What happens to files between one build and the next, and what users ask of the audit.
  @Suite(.serialized) struct AuditTests {
    private static let target = """
      .target(name: "App", dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]),
      """
    private let target = Self.target
    private let clock = "import Foundation\nfunc now() -> Date { Date() }\n"

    @Test(.timeLimit(.minutes(10)))
    func `findings are told as warnings of a compiler, and fail the command`() async throws {
      let package = try AuditedPackage("Plain", targets: target, files: ["Sources/App/Clock.swift": clock])
      let result = try await package.audit()
      let path = package.url("Sources/App/Clock.swift").path
      #expect(result.output.contains("\(path):2:22: warning: Date() reads the clock; use Env.date()\n"), "\(result)")
      #expect(result.output.contains("1 place to fix in 1 file (1 clock).\n"))
      #expect(result.status == 1)

      try package.write("let a = 1\n", to: "Sources/App/Clock.swift")
      let clean = try await package.audit()
      #expect(clean.output.hasSuffix("0 places to fix in 1 file.\n"))
      #expect(clean.status == 0)
    }

    /// Double quotes and percent signs are not among them: no compiler of today builds in a folder that has such a name.
    @Test(.timeLimit(.minutes(10)))
    func `folders and files may have spaces, umlauts and quotes in their names`() async throws {
      let paths = ["Sources/App/A\u{308} b/Ühr 'x'.swift", "Sources/App/ä.swift"]
      let package = try AuditedPackage(
        "Ünï 'a' a\u{308}", targets: target,
        files: [paths[0]: clock, paths[1]: clock.replacing("now", with: "nau")])
      let report = try await package.report()
      #expect(report.findings.map { Array($0.path.utf8) } == paths.map { Array($0.utf8) })
      #expect(report.unaudited == [])
      #expect(try await package.report("--fix").fixed == 2)
      let after = try await package.report()
      #expect(after.findings == [])
      #expect(after.unaudited == [])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a renamed file is told under its new name, a deleted one no more`() async throws {
      let files = ["Sources/App/Old.swift": clock, "Sources/App/Gone.swift": "import Foundation\nlet a = UUID()\n"]
      let package = try AuditedPackage("Renamed", targets: target, files: files)
      #expect(try await package.report().findings.map(\.path) == ["Sources/App/Gone.swift", "Sources/App/Old.swift"])
      try FileManager.default.moveItem(
        at: package.url("Sources/App/Old.swift"), to: package.url("Sources/App/New.swift"))
      try FileManager.default.removeItem(at: package.url("Sources/App/Gone.swift"))
      let report = try await package.report()
      #expect(report.findings.map(\.path) == ["Sources/App/New.swift"])
      #expect(report.unaudited == [])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a linked file is told under the path of its link, and once when two targets share it`() async throws {
      let package = try AuditedPackage(
        "Linked", targets: target + target.replacing("\"App\"", with: "\"Other\""),
        files: [
          "Shared/Clock.swift": clock, "Sources/App/A.swift": "let a = 1\n", "Sources/Other/B.swift": "let b = 1\n",
        ])
      for folder in ["App", "Other"] {
        try FileManager.default.createSymbolicLink(
          at: package.url("Sources/\(folder)/Clock.swift"), withDestinationURL: package.url("Shared/Clock.swift"))
      }
      let report = try await package.report()
      #expect(report.findings.count == 1)
      #expect(["Sources/App/Clock.swift", "Sources/Other/Clock.swift"].contains(report.findings.first?.path))
      #expect(report.unaudited == [])

      #expect(try await package.report("--fix").fixed == 1)
      #expect(try package.read("Shared/Clock.swift").contains("{ Env.date() }"))
      #expect(try await package.report().findings == [])
    }

    @Test(.timeLimit(.minutes(10)))
    func `what a plugin generates is audited, and not fixed`() async throws {
      let package = try AuditedPackage(
        "Generated",
        targets: """
          .target(name: "App", dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")],
            exclude: ["Clock.template"], plugins: ["Generate"]),
          .plugin(name: "Generate", capability: .buildTool()),
          """,
        files: [
          "Sources/App/A.swift": "let a = 1\n", "Sources/App/Clock.template": clock,
          "Plugins/Generate/Generate.swift": """
          import PackagePlugin
          import Foundation
          @main struct Generate: BuildToolPlugin {
            func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
              let source = target.directoryURL.appending(path: "Clock.template")
              let made = context.pluginWorkDirectoryURL.appending(path: "Clock.swift")
              return [.buildCommand(
                displayName: "Copy", executable: URL(filePath: "/bin/cp"), arguments: [source.path, made.path],
                inputFiles: [source], outputFiles: [made])]
            }
          }
          """,
        ])
      let report = try await package.report("--fix")
      #expect(report.findings.map(\.kind) == ["clock"])
      #expect(report.findings.first?.path.hasSuffix("Clock.swift") == true)
      #expect(report.fixed == 0)
      #expect(report.notes.contains { $0.contains("is generated: fix what makes it") })
    }

    @Test(.timeLimit(.minutes(10)))
    func `tests are audited when asked for`() async throws {
      let package = try AuditedPackage(
        "Tested", targets: target + ".testTarget(name: \"AppTests\", dependencies: [\"App\"]),",
        files: [
          "Sources/App/A.swift": "let a = 1\n",
          "Tests/AppTests/T.swift":
            "import Foundation\nimport Testing\n@Test func t() { #expect(Date() < .distantFuture) }\n",
        ])
      #expect(try await package.report().findings == [])
      let report = try await package.report("--tests")
      #expect(report.findings.map(\.path) == ["Tests/AppTests/T.swift"])
      #expect(report.findings.map(\.column) == [26])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a package that does not build is not audited`() async throws {
      let package = try AuditedPackage("Broken", targets: target, files: ["Sources/App/A.swift": "let a = nothing\n"])
      let result = try await package.audit()
      #expect(result.status != 0)
      let told = result.output + result.errors
      #expect(told.contains("cannot find 'nothing' in scope"), "\(result)")
      #expect(told.contains("error: The package does not build, so nothing is audited."))
      #expect(result.errors.contains("exit code 2"))

      let sarif = package.url("audit.sarif").path
      let written = try await package.audit(["--format", "sarif", "--output", sarif])
      #expect(written.errors.contains("exit code 2"))
      #expect(
        (written.output + written.errors).count(of: "error: cannot find 'nothing' in scope\n1 |") == 1, "\(written)")
      #expect(try package.read("audit.sarif").contains("\"executionSuccessful\" : false"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a comment allows a place, a rule adds one, and a baseline passes over what was there`() async throws {
      let package = try AuditedPackage(
        "Ruled", targets: target,
        files: [
          "Sources/App/A.swift": """
          import Foundation
          let a = Date()  // audit:allow clock – the sample's only clock
          let b = 1  // audit:allow clock – left over
          func track() {}
          func use() { track() }
          let c = UUID()
          """,
          ".audit-environment": """
          kind: analytics
          effect: reports what the user does
          why: Tests.
          App.track() use: Env.analytics(_:)
          off: output
          """,
        ])
      let report = try await package.report("--write-baseline", package.url("baseline").path, "--without", "process")
      #expect(report.inBaseline == 3)
      #expect(report.allowed == 1)
      let found = try package.read("baseline").split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[1] }
      #expect(found == ["allowance", "analytics", "identity"])

      #expect(try await package.report("--baseline", package.url("baseline").path).findings == [])
      try package.write(try package.read("Sources/App/A.swift") + "\nlet d = UUID()\n", to: "Sources/App/A.swift")
      #expect(try await package.report("--baseline", package.url("baseline").path).findings.map(\.line) == [7])
    }

    @Test(.timeLimit(.minutes(10)))
    func `code in C is audited, too`() async throws {
      let package = try AuditedPackage(
        "InC", targets: target + ".target(name: \"Ticks\"),",
        files: [
          "Sources/App/A.swift": "let a = 1\n", "Sources/Ticks/include/ticks.h": "long ticks(void);\n",
          "Sources/Ticks/ticks.c": "#include \"ticks.h\"\n#include <time.h>\nlong ticks(void) { return time(0); }\n",
        ])
      let report = try await package.report()
      #expect(report.findings.map(\.path) == ["Sources/Ticks/ticks.c"])
      #expect(report.findings.map(\.line) == [3])
      #expect(report.unaudited == [])
    }

    @Test(.timeLimit(.minutes(10)))
    func `as a program it ends with 0 for a clean package, 1 for findings, 2 when it could not run`() async throws {
      let package = try AuditedPackage("Coded", targets: target, files: ["Sources/App/A.swift": clock])
      func run(_ options: String...) async throws -> ChildProcess.Result {
        let scratch = try TemporaryFolder.url.appending(component: "Audited")
        return try await SwiftCommand("run", ["environment-audit"] + options).run(in: package.folder, scratch: scratch)
      }
      let found = try await run()
      #expect(found.status == 1, "\(found)")
      #expect(found.output.hasSuffix("1 place to fix in 1 file (1 clock).\n"), "\(found)")
      #expect(try await run("--without", "clock").status == 0)
      #expect(try await run("--without", "clok").status == 2)
      #expect(!FileManager.default.fileExists(atPath: package.url(".build").path), "It was built twice.")
    }

    @Test(
      .timeLimit(.minutes(10)),
      arguments: [
        (["--target", "Ap"], "There is no target “Ap” with source files in Asked."),
        (["--dependency", "Kit"], "There is no dependency “Kit”. There are: GlobalEnvironment."),
        (["--target"], "--target needs a value."), (["--fixx"], "There is no option “--fixx”."),
        (["--target", ","], "--target needs a value."),
        (["--without", "clok"], "There is no kind “clok”. There are: "),
        (["--baseline", "/"], "/ cannot be read: it is a folder; name a file."),
        (
          ["--output", "/nowhere/at/all"],
          "/nowhere/at/all cannot be written: its folder is not there; make that first."
        ),
      ])
    func `what is asked for and not there is told, and nothing is audited`(options: [String], message: String)
      async throws
    {
      let package = try AuditedPackage("Asked", targets: target, files: ["Sources/App/A.swift": "let a = 1\n"])
      let result = try await package.audit(options)
      #expect((result.output + result.errors).contains("error: \(message)"), "\(result)")
      #expect(result.errors.contains("exit code 2"))
    }

    /// A published package. Each finding was looked up by hand in its one file, and what looks like one was looked for there;
    /// the first names another function on another platform.
    @Test(.timeLimit(.minutes(10)))
    func `a dependency is audited by its name`() async throws {
      let package = try AuditedPackage(
        "Depending", targets: ".target(name: \"App\", dependencies: [\"PathKit\"]),",
        packages: ".package(url: \"https://github.com/kylef/PathKit\", exact: \"1.0.1\"),",
        files: ["Sources/App/A.swift": clock])
      let report = try await package.report("--dependency", "PathKit", "--fix")
      let found = report.findings.map { "\($0.line):\($0.column) \($0.kind) \($0.symbol)" }
      #expect(
        found == [
          "6:25 files glob(_:_:_:_:)", "24:49 files FileManager.default", "101:12 files URL(fileURLWithPath:)",
          "110:30 chance Hashable.hashValue", "143:55 files NSString.expandingTildeInPath",
          "158:45 files NSString.standardizingPath",
          "470:17 files NSHomeDirectory()", "476:17 files NSTemporaryDirectory()",
          "483:52 identity ProcessInfo.globallyUniqueString",
          "494:47 identity UUID()", "509:16 files Data(contentsOf:options:)",
          "520:16 files NSString(contentsOfFile:encoding:)", "531:14 files Data.write(to:options:)",
          "547:16 files StringProtocol.write(toFile:atomically:encoding:)",
        ])
      #expect(report.fixed == 0)
      #expect(report.unaudited == [])
    }

    @Test(.timeLimit(.minutes(10)))
    func `what only tests use of a dependency is audited with them, and is nothing that was not built`() async throws {
      let toolbox = try TemporaryFolder.url.appending(component: "Toolbox")
      let package = try AuditedPackage(
        "UsingInTests",
        targets: """
          .target(name: "App", dependencies: [.product(name: "Saw", package: "Toolbox")]),
          .testTarget(name: "AppTests", dependencies: [.product(name: "Spy", package: "Toolbox")]),
          """,
        packages: ".package(name: \"Toolbox\", path: \"\(toolbox.path(percentEncoded: false))\"),",
        files: [
          "Sources/App/A.swift": clock, "Tests/AppTests/B.swift": clock,
          "../Toolbox/Package.swift": """
          // swift-tools-version: 6.2
          import PackageDescription
          let package = Package(
            name: "Toolbox",
            products: [.library(name: "Saw", targets: ["Saw"]), .library(name: "Spy", targets: ["Spy"])],
            targets: [.target(name: "Saw"), .target(name: "Spy")])
          """,
          "../Toolbox/Sources/Saw/Saw.swift": clock, "../Toolbox/Sources/Spy/Spy.swift": clock,
        ])
      let report = try await package.report("--dependency", "Toolbox")
      #expect(report.unaudited == [])
      #expect(report.findings.map(\.path) == ["Sources/Saw/Saw.swift"])

      let all = try await package.report("--dependency", "Toolbox", "--tests")
      #expect(all.unaudited == [])
      #expect(Set(all.findings.map(\.path)) == ["Sources/Saw/Saw.swift", "Sources/Spy/Spy.swift"])
    }
  }
}

extension String {
  /// Returns how often a text occurs in it.
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
