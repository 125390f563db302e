extension PackageDescription {
  /// Returns the files of the targets that `options` asks for.
  ///
  /// - Parameters:
  ///   - generated: The Swift files that plugins have made for the target of this name.
  ///   - realPath: Follows the links of a path.
  /// - Throws: ``CannotAudit`` when a requested target does not exist.
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
        let own = target.sources.map { "\(target.path)/\($0)".absolute(in: path) }.filter { !$0.hasSuffix(".h") }
        return SourceList.Target(
          name: target.name, linksEnvironment: linksEnvironment(target.name),
          files: own.map { SourceList.File(path: $0, realPath: realPath($0)) }
            + generated(target.name).map { SourceList.File(path: $0, realPath: realPath($0), isGenerated: true) })
      }, isComplete: options.targets.isEmpty)
  }
}
