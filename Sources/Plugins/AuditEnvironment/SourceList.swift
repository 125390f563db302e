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

  /// - Throws: When a target is asked for that the package does not have.
  init(_ package: Package, options: PluginOptions) throws {
    self.package = package.directoryURL.standardizedFileURL.path(percentEncoded: false).trimmingSuffix("/")
    let modules = package.targets.compactMap { target in target.sourceModule.map { (target, $0) } }
    if let unknown = options.targets.subtracting(modules.map(\.0.name)).sorted().first {
      throw UnknownTarget(description: "There is no target “\(unknown)” with source files in this package.")
    }
    targets = modules.compactMap { target, module in
      guard
        options.targets.isEmpty ? module.kind != .test || options.includesTests : options.targets.contains(target.name)
      else { return nil }
      let own = module.sourceFiles.filter { $0.type == .source }.map { File($0.url, isGenerated: false) }
      let generated = module.pluginGeneratedSources.map { File($0, isGenerated: true) }
      return Target(
        name: target.name,
        linksEnvironment: target.recursiveTargetDependencies.contains { $0.name == "GlobalEnvironment" },
        files: own + generated)
    }
  }
}

struct UnknownTarget: Error, CustomStringConvertible {
  var description: String
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    count > suffix.count && hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
