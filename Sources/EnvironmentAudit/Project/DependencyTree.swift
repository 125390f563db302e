package import Foundation

/// The output of `swift package show-dependencies --format json`.
package struct DependencyTree: Decodable {
  private var identity: String?
  private var name: String
  private var path: String
  private var dependencies: [DependencyTree]

  /// - Throws: ``CannotAudit`` for data of another form.
  package init(_ data: Data) throws {
    do {
      self = try JSONDecoder().decode(DependencyTree.self, from: data)
    } catch {
      throw CannotAudit("The package manager lists the dependencies in a form that is not known: \(error)")
    }
  }

  /// Returns the folder of a dependency, which others may depend on.
  ///
  /// - Throws: ``CannotAudit`` when there is none with this name.
  package func path(of name: String) throws -> String {
    let all = dependencies.flatMap(\.all)
    if let found = all.first(where: { $0.name == name || $0.identity == name.lowercased() }) { return found.path }
    let names = Set(all.map(\.name)).sorted().joined(separator: ", ")
    throw CannotAudit("There is no dependency “\(name)”. There are: \(names).")
  }

  private var all: [DependencyTree] { [self] + dependencies.flatMap(\.all) }
}
