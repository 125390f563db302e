import ChildProcess
import Foundation
import Testing

extension EndToEndTests {
  /// Packages that do not know of this one, and indexes that other builds have left.
  @Suite(.serialized) struct AuditOutsideTests {
    private let clock = "import Foundation\npublic func now() -> Date { Date() }\n"
    private let manifest = """
      // swift-tools-version:5.5
      import PackageDescription
      let package = Package(name: "Plain", targets: [.target(name: "App"), .target(name: "Other")])
      """

    private func package(_ files: [String: String] = [:]) throws -> ForeignFolder {
      let own = [
        "Package.swift": manifest,
        "Package@swift-6.0.swift": manifest.replacing("tools-version:5.5", with: "tools-version:6.0"),
        "Sources/App/Clock.swift": clock, "Sources/Other/Chance.swift": "import Foundation\nlet id = UUID()\n",
      ]
      return try ForeignFolder("Plain", own.merging(files) { $1 })
    }

    @Test(.timeLimit(.minutes(10)))
    func `a package of several manifests is audited where one stands, or by its path, and stays as it is`() async throws
    {
      let package = try package()
      let program = try AuditProgram()
      let here = try await program.run([], in: package.url.appending(path: "Sources/App"))
      #expect(here.status == 1)
      #expect(here.output.contains("Sources/App/Clock.swift:2:29: warning: Date() reads the clock; use Env.date()\n"))
      #expect(here.output.hasSuffix("2 places to fix in 2 files (1 clock, 1 identity).\n"), "\(here)")
      #expect(try package.read("Package.swift") == manifest)
      #expect(package.exists(".build"))
      #expect(!package.exists("Package.resolved"))

      let elsewhere = try TemporaryFolder.url
      let report = try await program.report(
        "--package-path", package.url.path, "--skip-build", "--exclude", "Sources/Other", in: elsewhere)
      #expect(report.findings.map(\.path) == ["Sources/App/Clock.swift"])
      #expect(report.notes == ["1 file is left out"])

      let baseline = package.path("baseline")
      _ = try await program.report("--skip-build", "--write-baseline", baseline, in: package.url)
      for part in [["--target", "App"], ["--without", "identity"], ["--exclude", "Sources/Other"]] {
        let told = try await program.run(part + ["--skip-build", "--baseline", baseline], in: package.url)
        #expect(told.status == 0, "\(told)")
        #expect(!told.output.contains("match nothing"), "\(told)")
      }
      try FileManager.default.removeItem(at: package.url.appending(path: "Sources/Other/Chance.swift"))
      try package.write("", to: "Sources/Other/Empty.swift")
      let after = try await program.run(["--baseline", baseline], in: package.url)
      #expect(after.output.contains("note: 1 entries of \(baseline) match nothing now"), "\(after)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `the index of another build is read, with its sources as a folder, a list or a compilation database`()
      async throws
    {
      let folder = try ForeignFolder(
        "Other build",
        [
          "App/Clock.swift": clock, "App/Never.swift": "nothing", "list": "App/Clock.swift\n",
          "commands.json": #"[{"directory": "App", "file": "Clock.swift"}]"#,
          "slips": "App\nAp/Clock.swift\nApp/Clock\n", "none.json": #"{"package": "/p", "targets": []}"#,
          "part.json": #"{"package": "/p", "targets": [], "isComplete": false}"#,
          "texts": "list\ncommands.json\n",
        ])
      func build(_ file: String, _ index: String, _ options: String...) async throws {
        let build = ChildProcess(
          URL(filePath: "/usr/bin/env"),
          ["swiftc", "-c", file, "-o", "Clock.o", "-index-store-path", index, "-module-name", "App"] + options,
          in: folder.url, environment: ProcessInfo.processInfo.environment)
        #expect(try await build.run().status == 0)
      }
      try await build("App/Clock.swift", "Index")
      try await build("App/Clock.swift", "Mapped", "-file-prefix-map", "\(folder.url.path)=/sandbox")

      let program = try AuditProgram()
      for sources in ["App", "list", "commands.json", "App/Clock.swift"] {
        let report = try await program.report("--index-store-path", "Index", "--sources", sources, in: folder.url)
        #expect(report.findings.map(\.line) == [2], "\(sources): \(report)")
        #expect(report.findings.map(\.path) == ["App/Clock.swift"])
        #expect(report.unaudited == [])
        let isFolder = sources == "App"
        #expect(report.notes == (isFolder ? ["1 file is in no index, so not audited: App/Never.swift"] : []))
      }
      let slips = try await program.report("--index-store-path", "Index", "--sources", "slips", in: folder.url)
      #expect(slips.unaudited.count == 3, "\(slips)")
      for sources in ["none.json", "texts"] {
        let nothing = try await program.run(["--index-store-path", "Index", "--sources", sources], in: folder.url)
        #expect(nothing.status == 2, "\(nothing)")
        #expect(nothing.errors.contains("\(sources) names nothing that an index covers."), "\(nothing)")
      }
      // The plugin's list for a target that has nothing to audit, as one of assembly has not.
      let part = try await program.run(["--index-store-path", "Index", "--sources", "part.json"], in: folder.url)
      #expect(part.status == 0, "\(part)")
      let unknown = try await program.run(["--index-store-path", "Mapped", "--sources", "App"], in: folder.url)
      #expect(unknown.status == 2)
      #expect(unknown.errors.contains("--remap OLD=NEW"), "\(unknown)")
      let remap = "/sandbox=\(folder.url.path)"
      let report = try await program.report(
        "--index-store-path", "Mapped", "--sources", "list", "--remap", remap, in: folder.url)
      #expect(report.findings.map(\.path) == ["App/Clock.swift"])
      #expect(!folder.exists(".build"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `whatever is asked for and not there is told before anything is built`() async throws {
      let package = try package()
      let program = try AuditProgram()
      for (options, message) in [
        (["--formt", "json"], "There is no option “--formt”."), (["--without", "clok"], "There is no kind “clok”."),
        (["--format", "xml"], "There is no format “xml”."), (["--rules", "none"], "none cannot be read: "),
        (["--baseline", "none"], "none cannot be read: "), (["--remap", "a"], "“a” remaps nothing."),
        (["--output", "/nowhere/at/all"], "/nowhere/at/all cannot be written: its folder is not there"),
        (["--target", "Ap"], "There is no target “Ap” with source files in Plain."),
      ] {
        let result = try await program.run(options, in: package.url)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("error: \(message)"), "\(result)")
      }
      #expect(!package.exists(".build/debug"))
      for (options, message) in [
        (["--sources", "Sources"], "Name the index of the build: --index-store-path PATH"),
        (["--index-store-path", "none"], "There is no index in none."),
        (["--index-store-path", "none", "--target", "App"], "--target, --dependency and --tests are for a package"),
      ] {
        let result = try await program.run(options, in: package.url)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("error: \(message)"), "\(result)")
      }
      let nowhere = try await program.run([], in: URL(filePath: "/"))
      #expect(nowhere.errors.hasPrefix("error: There is no Package.swift in / or around it."), "\(nowhere)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a package that does not build tells each error once, and its report is valid`() async throws {
      let broken = try package(["Sources/App/A.swift": "let a = nothing\n", "Sources/App/B.swift": "let b = 1\n"])
      let program = try AuditProgram()
      let result = try await program.run(["--format", "json"], in: broken.url)
      #expect(result.status == 2)
      #expect(result.errors.components(separatedBy: "A.swift:1:9: error: ").count == 2, "\(result.errors)")
      let report = try JSONDecoder().decode([String: Failure].self, from: Data(#"{"a":\#(result.output)}"#.utf8))
      #expect(report["a"]?.failure.hasPrefix("The package does not build") == true)

      let part = try await program.report("--target", "Other", in: broken.url)
      #expect(part.findings.map(\.kind) == ["identity"], "Another target is not built.")
    }

    @Test(.timeLimit(.minutes(10)))
    func `whatever ends an audit replaces an older report`() async throws {
      let package = try package()
      let broken = try ForeignFolder("Broken", ["Package.swift": "nothing"])
      let program = try AuditProgram()
      for (folder, options) in [
        (broken, []), (package, ["--target", "Ap"]), (package, ["--skip-build"]),
        (package, ["--index-store-path", "none", "--sources", "Sources"]), (package, ["--rules", "none"]),
      ] {
        try folder.write("OLD", to: "report")
        let written = try await program.run(options + ["--format", "sarif", "--output", "report"], in: folder.url)
        #expect(written.status == 2)
        #expect(written.errors.contains("error: "), "\(written)")
        #expect(try folder.read("report").contains("\"executionSuccessful\" : false"), "\(options)")
        let told = try await program.run(options + ["--format", "json"], in: folder.url)
        _ = try JSONDecoder().decode(Failure.self, from: Data(told.output.utf8))
      }
    }

    private struct Failure: Decodable {
      var failure: String
    }

    @Test(.timeLimit(.minutes(10)))
    func `a rule that nothing uses is told, and how one is spelled`() async throws {
      let package = try package([
        "Sources/App/Tracker.swift": """
        struct Tracker {
          func send(_ name: String, retries: Int) {}
          subscript(_ index: Int) -> Int { index }
        }
        func use(_ tracker: Tracker) { tracker.send("a", retries: tracker[1]) }
        """,
        ".audit-environment": """
        rules: crypto
        exclude: Sources/Other
        kind: analytics
        App.Tracker.send(_:)  use: it
        App.Tracker.subscript(_:)  use: it
        """,
      ])
      let program = try AuditProgram()
      let report = try await program.report(in: package.url)
      #expect(report.findings.map(\.symbol) == ["Date()", "Tracker.subscript(_:)"])
      #expect(report.unaudited == [])
      #expect(
        report.notes.contains(
          ".audit-environment:4: nothing uses App.Tracker.send(_:); --explain send shows how to spell what is used"))
      let explained = try await program.run(["--skip-build", "--explain", "send"], in: package.url)
      #expect(explained.output.hasPrefix("App.Tracker.send(_:retries:)\n  used once, first at "), "\(explained)")
    }
  }
}
