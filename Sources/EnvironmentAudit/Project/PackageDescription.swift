package import Foundation

/// The output of `swift package describe --type json`, as far as the audit needs it.
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

  /// Whether a target depends on this package, directly or through other targets of its package.
  func linksEnvironment(_ name: String) -> Bool {
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
