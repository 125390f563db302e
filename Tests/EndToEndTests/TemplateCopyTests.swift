import Foundation
import Testing

extension EndToEndTests {
  /// The templates, copied into an empty package, and their own tests beside them.
  @Suite struct TemplateCopyTests {
    /// How the user's package is compiled.
    enum Mode: String, CaseIterable {
      case swift5 = ".swiftLanguageMode(.v5)"
      case swift6 = ".swiftLanguageMode(.v6)"
      case mainActor = ".defaultIsolation(MainActor.self)"
      case upcoming = """
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InferIsolatedConformances"), \
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"), \
        .enableUpcomingFeature("NonisolatedNonsendingByDefault")
        """
    }

    @Test(.timeLimit(.minutes(10)), arguments: Mode.allCases)
    func `they build and their tests pass without a warning`(mode: Mode) async throws {
      let folder = try TemporaryFolder.url.appending(component: "Templates-\(mode)")
      let scratch = folder.appending(component: ".build")
      try makePackage(in: folder, mode: mode)

      try await SwiftCommand("build").expectSuccess(in: folder, scratch: scratch)
      try await SwiftCommand("test").expectSuccess(in: folder, scratch: scratch)
    }

    private func makePackage(in folder: URL, mode: Mode) throws {
      let app = folder.appending(path: "Sources/App")
      let tests = folder.appending(path: "Tests/AppTests")
      try copyFiles(from: Repository.templates.appending(component: "App"), to: app)
      try copyFiles(from: Repository.templates.appending(component: "Tests"), to: tests)
      try copyFiles(from: Repository.tests.appending(component: "TemplateTests"), to: tests)

      let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "Mine",
          targets: [
            .target(name: "App", swiftSettings: [\(mode.rawValue)]),
            .testTarget(
              name: "AppTests",
              dependencies: ["App"],
              resources: [.copy("posts_response.json")],
              swiftSettings: [\(mode.rawValue)]
            ),
          ]
        )
        """
      try Data(manifest.utf8).write(to: folder.appending(component: "Package.swift"))
    }

    private func copyFiles(from source: URL, to destination: URL) throws {
      try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true)
      let files = try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil)
      for file in files where ["swift", "json"].contains(file.pathExtension) {
        try FileManager.default.copyItem(at: file, to: destination.appending(component: file.lastPathComponent))
      }
    }
  }
}
