package import Foundation

/// What `swift package describe --type json` tells of a package, as far as the audit asks.
package struct PackageDescription: Decodable {
  /// The name of the package.
  package var name: String
  /// The path of its folder.
  package var path: String
  package var targets: [Target]

  /// One target.
  package struct Target: Decodable {
    package var name: String
    /// `library`, `executable`, `test`, `macro`, `snippet`, `plugin`, `system-target` or `binary`.
    var type: String
    /// Its folder, within that of the package.
    var path: String
    /// Its files, within its folder.
    var sources: [String]
    var targetDependencies: [String]?
    var productDependencies: [String]?

    enum CodingKeys: String, CodingKey {
      case name, type, path, sources
      case targetDependencies = "target_dependencies"
      case productDependencies = "product_dependencies"
    }
  }

  /// - Throws: ``CannotAudit`` for data of another form.
  package init(_ data: Data) throws {
    do {
      self = try JSONDecoder().decode(PackageDescription.self, from: data)
    } catch {
      throw CannotAudit("The package manager describes the package in a form that is not known: \(error)")
    }
  }

  /// Returns the files of the targets that `options` asks for.
  ///
  /// - Parameters:
  ///   - generated: The Swift files that plugins have made for the target of this name.
  ///   - realPath: Follows the links of a path.
  /// - Throws: ``CannotAudit`` when a target is asked for that there is not.
  package func sources(
    _ options: Options, generated: (_ target: String) -> [String], realPath: (String) -> String
  ) throws -> SourceList {
    let compiled = targets.filter { !["plugin", "system-target", "binary"].contains($0.type) }
    if let unknown = Set(options.targets).subtracting(compiled.map(\.name)).sorted().first {
      throw CannotAudit("There is no target “\(unknown)” with source files in \(name).")
    }
    let wanted = compiled.filter { target in
      options.targets.isEmpty
        ? target.type != "test" || options.includesTests : options.targets.contains(target.name)
    }
    return SourceList(
      package: path,
      targets: wanted.map { target in
        let own = target.sources.map { "\(path)/\(target.path)/\($0)" }.filter { !$0.hasSuffix(".h") }
        return SourceList.Target(
          name: target.name, linksEnvironment: linksEnvironment(target.name),
          files: own.map { SourceList.File(path: $0, realPath: realPath($0)) }
            + generated(target.name).map { SourceList.File(path: $0, realPath: realPath($0), isGenerated: true) })
      }, isComplete: true)
  }

  /// Whether a target depends on this package, itself or by others of its package.
  private func linksEnvironment(_ name: String) -> Bool {
    var seen: Set<String> = []
    var rest = [name]
    while let name = rest.popLast() {
      guard seen.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
      if name == "GlobalEnvironment" { return true }
      let products = target.productDependencies ?? []
      if products.contains(where: { $0.hasPrefix("GlobalEnvironment") }) { return true }
      rest += target.targetDependencies ?? []
    }
    return false
  }
}
