import Foundation

/// The whole package, type-checked as if for one of Apple's platforms.
struct AppleMode {
  /// What the compiler has to say against each module in Swift, in the order in which they need each other.
  private(set) var modules: [(name: String, diagnostics: [AppleCompiler.Diagnostic])] = []

  /// Checks all that the manifest lists but plugins, which run where the package is built.
  ///
  /// - Throws: ``CannotCheck`` when something of the toolchain is missing.
  init(for platform: ApplePlatform, in folder: URL) async throws {
    let manifest = try await Manifest.read(scratch: folder.appending(component: "manifest"))
    // The others that it names are of the same year, and have the same runtime.
    guard let oldest = manifest.platforms.first(where: { $0.platformName == "macos" })?.version else {
      throw CannotCheck("The manifest names no version of macOS.")
    }
    var compiler = try await AppleCompiler(for: platform, macOS: oldest, in: folder)
    for target in manifest.inOrder where target.type != "plugin" {
      let files = target.files("swift")
      if files.isEmpty {
        try compiler.add(target.module, headers: target.files("h"))
      } else {
        var texts = try target.resourceAccess.map { ["Resources.swift": $0] } ?? [:]
        for file in files { texts[Repository.path(of: file)] = try String(contentsOf: file, encoding: .utf8) }
        let told = try await compiler.check(
          target.module, texts, features: target.upcomingFeatures, isLibrary: target.isLibrary)
        modules.append((target.name, told))
      }
    }
  }
}

extension Manifest {
  /// The targets, each behind those that it needs.
  fileprivate var inOrder: [Target] {
    var order: [Target] = []
    func add(_ target: Target) {
      guard !order.contains(where: { $0.name == target.name }) else { return }
      let names = target.dependencies.compactMap { $0.byName?.first ?? nil }
      targets.filter { names.contains($0.name) }.forEach(add)
      order.append(target)
    }
    targets.forEach(add)
    return order
  }
}

extension Manifest.Target {
  /// What the package manager generates for resources that become code; nil where there are none.
  fileprivate var resourceAccess: String? {
    get throws {
      guard !resources.isEmpty else { return nil }
      let names = try resources.flatMap { resource in
        try FileManager.default.contentsOfDirectory(
          atPath: folder.appending(path: resource.path).path(percentEncoded: false))
      }
      let members = names.map { "  static let \($0.replacing(/[^A-Za-z0-9]/, with: "_")): [UInt8] = []\n" }
      return "enum PackageResources {\n\(members.joined())}\n"
    }
  }
}
