import Foundation
import PackagePlugin

/// The source files of a package, in the form that the tool reads.
struct SourceList: Encodable {
  struct Target: Encodable {
    var name: String
    var linksEnvironment: Bool
    var files: [File]
  }

  struct File: Encodable {
    var path: String
    var realPath: String
    var isGenerated: Bool

    init(_ url: URL, isGenerated: Bool) {
      path = url.path(percentEncoded: false)
      realPath = url.resolvingSymlinksInPath().path(percentEncoded: false)
      self.isGenerated = isGenerated
    }
  }

  var package: String
  var targets: [Target]
  /// Whether it has all files of the package except tests.
  var isComplete: Bool

  /// - Throws: When a requested target or dependency does not exist.
  init(_ root: Package, options: PluginOptions, scratch: Scratch) throws {
    let package = try options.dependency.map { try root.dependency(named: $0) } ?? root
    self.package = package.directoryURL.standardizedFileURL.path(percentEncoded: false).trimmingSuffix("/")
    isComplete = options.dependency == nil && options.targets.isEmpty
    // Of a dependency, only what the package uses is built, and not what its tests alone use, unless they are built, too.
    let built = root.targets.filter { options.includesTests || $0.sourceModule?.kind != .test }
    let used = Set(built.flatMap(\.recursiveTargetDependencies).map(\.id))
    let modules = package.targets.filter { options.dependency == nil || used.contains($0.id) }
      .compactMap { target in target.sourceModule.map { (target, $0) } }
    if let unknown = options.targets.subtracting(modules.map(\.0.name)).sorted().first {
      throw CannotAudit(description: "There is no target “\(unknown)” with source files in \(package.displayName).")
    }
    targets = modules.compactMap { target, module in
      guard
        options.targets.isEmpty ? module.kind != .test || options.includesTests : options.targets.contains(target.name)
      else { return nil }
      let own = module.sourceFiles.filter { $0.type == .source }.map { File($0.url, isGenerated: false) }
      let generated = scratch.generatedSources(of: target, in: package).map { File($0, isGenerated: true) }
      let linksEnvironment = target.recursiveTargetDependencies.contains { $0.name == "GlobalEnvironment" }
      return Target(
        name: target.name, linksEnvironment: linksEnvironment && options.dependency == nil, files: own + generated)
    }
  }
}

extension Package {
  /// - Throws: When no dependency has this name.
  fileprivate func dependency(named name: String) throws -> Package {
    var known: [String: Package] = [:]
    func collect(_ package: Package) {
      for dependency in package.dependencies.map(\.package) where known[dependency.id] == nil {
        known[dependency.id] = dependency
        collect(dependency)
      }
    }
    collect(self)
    if let found = known.values.first(where: { $0.displayName == name || $0.id == name.lowercased() }) { return found }
    let names = known.values.map(\.displayName).sorted().joined(separator: ", ")
    throw CannotAudit(description: "There is no dependency “\(name)”. There are: \(names).")
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    count > suffix.count && hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
