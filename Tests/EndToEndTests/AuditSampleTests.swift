import Foundation
import Testing

extension EndToEndTests {
  /// The sample of `Tests/Packages/Consumers/AuditSample`, whose carets stand under each place that the audit must find.
  @Suite(.serialized) struct AuditSampleTests {
    @Test(.timeLimit(.minutes(10)))
    func `each place is found with its line and column, and no decoy`() async throws {
      let package = try AuditedPackage(copyOf: "AuditSample")
      let marks = try Set(Mark.all(in: package))
      let report = try await package.report()
      let found = Set(report.findings.map { Mark(path: $0.path, line: $0.line, column: $0.column, kind: $0.kind) })
      #expect(marks.subtracting(found) == [], "Not found.")
      #expect(found.subtracting(marks) == [], "Found where nothing is.")
      #expect(report.findings.count == marks.count)
      #expect(marks.count >= 113)
      #expect(Set(report.findings.map(\.symbol)).count >= 40)
      #expect(report.unaudited == [])
      #expect(report.exitCode == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is fixed builds, is not found again, and is not fixed twice`() async throws {
      let package = try AuditedPackage(copyOf: "AuditSample")
      let before = try await package.report()
      let fixing = try await package.report("--fix")
      #expect(fixing.fixed > 30)
      #expect(fixing.findings.count == before.findings.count - fixing.fixed)
      let texts = try texts(of: package)

      // This builds the package, which would fail if a line were wrong.
      let after = try await package.report("--fix")
      #expect(after.fixed == 0)
      #expect(after.unaudited == [])
      #expect(after.findings == fixing.findings, "What was left must have been told where it is after the change.")
      #expect(try self.texts(of: package) == texts)
      #expect(try package.read("Sources/Sample/Decoys.swift") == texts["Decoys.swift"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `whatever form it has, what is fixed builds, and is not fixed twice`() async throws {
      let package = try AuditedPackage(
        "Forms",
        targets: """
          .target(name: "App", dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]),
          """,
        files: ["Sources/App/Forms.swift": AuditForms.code])
      let fixing = try await package.report("--fix")
      #expect(fixing.fixed > 200)
      #expect(fixing.findings.count < 40)
      #expect(fixing.unaudited == [])
      let text = try package.read("Sources/App/Forms.swift")
      let after = try await package.report("--fix")
      #expect(after.fixed == 0)
      #expect(after.findings == fixing.findings)
      #expect(try package.read("Sources/App/Forms.swift") == text)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a module that has another Env is not fixed`() async throws {
      let package = try AuditedPackage(
        "OtherEnv",
        targets: """
          .target(name: "App", dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]),
          """,
        files: [
          "Sources/App/Clock.swift": "import Foundation\nfunc now() -> Date { Date() }\n",
          "Sources/App/Other.swift": "struct Env {}\n",
        ])
      let report = try await package.report("--fix")
      #expect(report.fixed == 0)
      #expect(report.findings.map(\.line) == [2])
      #expect(
        report.notes == [
          "Sources/App/Clock.swift is not fixed, as Sources/App/Other.swift has another Env: fix it by hand"
        ])
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is fixed builds with strict imports, on the main actor, and beside another Environment`() async throws {
      let package = try AuditedPackage(
        "Strict",
        targets: """
          .target(
            name: "App", dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")],
            swiftSettings: [
              .defaultIsolation(MainActor.self), .enableUpcomingFeature("ExistentialAny"),
              .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            ])
          """,
        files: [
          "Sources/App/Public.swift": """
          public import Foundation
          public func tomorrow(_ now: Date = Date()) -> Date { now.addingTimeInterval(86_400) }
          @inlinable public func stamp() -> String { "\\(Date()) \\(UUID())" }
          """,
          "Sources/App/Own.swift": """
          import Foundation
          struct Environment { var made = Date(), zone: TimeZone? = .current }
          func pause(_ time: Duration) async throws { try await Task.sleep(for: time) }
          """,
          "Sources/App/Predicates.swift": """
          import Foundation
          nonisolated struct Item { var due: Date }
          nonisolated func due() -> Predicate<Item> {
            let now = Date()
            return #Predicate<Item> { $0.due < now }
          }
          """,
        ])
      let fixing = try await package.report("--fix")
      #expect(fixing.fixed == 6)
      #expect(
        fixing.notes == [
          "Sources/App/Predicates.swift has a predicate, which cannot ask Env: fix it by hand",
          "Sources/App/Public.swift:3: a default argument of a public function asks Env now, and its interface shows that",
        ])
      #expect(try package.read("Sources/App/Public.swift").contains("\npublic import GlobalEnvironment\n"))
      #expect(try package.read("Sources/App/Own.swift").contains("\nimport var GlobalEnvironment.Env\n"))
      let after = try await package.report()
      #expect(after.findings.map(\.path) == ["Sources/App/Predicates.swift"])
    }

    private func texts(of package: AuditedPackage) throws -> [String: String] {
      let folder = package.url("Sources/Sample")
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      return try Dictionary(
        uniqueKeysWithValues: files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) })
    }
  }
}

/// A place that a comment under its line marks: `//   ^ clock`, or `//+0 clock` where the caret would be in the slashes.
private struct Mark: Hashable {
  var path: String
  var line: Int
  var column: Int
  var kind: String

  static func all(in package: AuditedPackage) throws -> [Mark] {
    try ["Sources/Sample", "Sources/Streams", "Sources/InC"].flatMap { folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: package.url(folder).path)
      return try names.filter { $0.contains(".") }.flatMap {
        try all(in: "\(folder)/\($0)", package.read("\(folder)/\($0)"))
      }
    }
  }

  private static func all(in path: String, _ text: String) -> [Mark] {
    var marks: [Mark] = []
    var code = (line: 0, text: Substring())
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let match = line.wholeMatch(of: /(\ *\/\/\ *)\^\ ([a-z-]+)/) {
        marks.append(
          Mark(path: path, line: code.line, column: column(match.1.count, in: code.text), kind: String(match.2)))
      } else if let match = line.wholeMatch(of: /(\ *)\/\/\+([01])\ ([a-z-]+)/) {
        let place = match.1.count + (Int(match.2) ?? 0)
        marks.append(Mark(path: path, line: code.line, column: column(place, in: code.text), kind: String(match.3)))
      } else {
        code = (index + 1, line)
      }
    }
    return marks
  }

  /// Returns the column in bytes of the character above a caret.
  private static func column(_ place: Int, in line: Substring) -> Int { line.prefix(place).utf8.count + 1 }
}
