import Foundation
import GlobalEnvironment

/// The audit as a command: reads its options, does what they ask, and reports the result.
package struct AuditCommand {
  let options: Options

  package init(_ options: Options) {
    self.options = options
  }

  /// Does what the options ask, on an existing index.
  ///
  /// - Returns: The exit code: 0 for a clean package, 1 for findings, 2 when something could not be audited.
  /// - Throws: ``CannotAudit`` when nothing could be audited.
  package func run() throws -> Int32 {
    if options.asksForHelp {
      Env.standardOutput(Options.help)
      return 0
    }
    if let log = options.failedLog { return try fail(afterBuild: try read(log)) }
    let sources = options.checksOnly && options.sources == nil ? nil : try sources()
    let preparation = try prepare(for: sources?.package ?? folder.absolute(in: SourceListFile.workingFolder))
    if options.listsRules { return list(preparation) }
    guard !options.checksOnly, let sources else { return 0 }
    return try run(on: sources, preparation)
  }

  /// Audits files by an existing index.
  ///
  /// - Throws: ``CannotAudit`` when nothing could be audited.
  package func run(on all: SourceList, _ preparation: Preparation) throws -> Int32 {
    let (sources, excluded) = try preparation.withoutExcluded(all)
    let indexed = IndexedSources(sources, stores: try openStores())
    if let name = options.explained {
      let explanation = try Explanation(of: name, in: indexed, preparation.rules)
      Env.standardOutput(explanation.text)
      return explanation.isEmpty ? 1 : 0
    }
    if indexed.files.isEmpty, let found = indexed.onlyFound.first {
      throw CannotAudit(
        """
        No index knows any of the \(indexed.onlyFound.count) files, \(found.path) for example. Name the index of their build; \
        where its paths begin otherwise, say --remap OLD=NEW.
        """)
    }
    let search = try Search(indexed, rules: preparation.rules)
    // A package, or a target of it, may well have nothing to audit; a user's own list that names nothing is wrong.
    if let list = options.sources, all.isComplete == nil, search.files.isEmpty, search.unaudited.isEmpty {
      throw CannotAudit("\(list) names nothing that an index covers. Name source files that were built.")
    }
    var report = Report(search, of: sources)
    report.notes += excluded
    if all.isComplete == true, !options.isPartial { report.notes += search.rulesWithoutUse }
    try settle(&report, preparation, search)
    // What is left out is compiled, too, and decides what fits it.
    if options.fixes { try FixIts(search, sources: all).apply(&report) }
    try output(report)
    return report.exitCode
  }

  /// Reports the errors of a build that failed, each once, and what that means for the audit.
  ///
  /// - Returns: The exit code, 2.
  /// - Throws: ``CannotAudit`` when the report cannot be written.
  package func fail(afterBuild log: String) throws -> Int32 {
    var errors = BuildErrors()
    for line in log.lines {
      if let text = errors.take(String(line)) { Env.standardError(text + "\n") }
    }
    return try fail("The package does not build, so nothing is audited. Fix what the compiler reports.")
  }

  /// Reports that nothing could be audited, in the requested format.
  ///
  /// - Throws: ``CannotAudit`` when the report cannot be written.
  package func fail(_ reason: String) throws -> Int32 {
    Env.standardError("error: \(reason)\n")
    var report = Report()
    report.failure = reason
    if options.output != nil || options.format != .text { try output(report) }
    return 2
  }

  /// Prints all kinds and rules.
  ///
  /// - Returns: The exit code, 0.
  package func list(_ preparation: Preparation) -> Int32 {
    Env.standardOutput(preparation.rules.list)
    return 0
  }

  /// Returns the source files in a folder that an index may know.
  ///
  /// - Throws: ``CannotAudit`` when there are none.
  package func sources(ofFolder path: String) throws -> SourceList {
    var list = try SourceListFile(path, in: path).sources()
    for index in list.targets.indices { list.targets[index].linksEnvironment = false }
    return list
  }

  private func openStores() throws -> [IndexStore] {
    guard !options.stores.isEmpty else { throw CannotAudit("Name the index of the build: --index-store-path PATH") }
    guard let path = options.library else {
      throw CannotAudit("No library of the toolchain is named. Say where it is: --library PATH")
    }
    let library = try IndexStoreLibrary(path: path)
    let stores = options.stores.compactMap { try? IndexStore(path: $0, library: library, remaps: options.remaps) }
    guard !stores.isEmpty else {
      throw CannotAudit(
        """
        There is no index in \(options.stores.joined(separator: " or ")). Build in debug, and name the folder that holds \
        the folder v5.
        """)
    }
    return stores
  }

  private var folder: String { options.packagePath ?? "." }

  private func sources() throws -> SourceList {
    try SourceListFile(options.sources ?? folder, in: folder).sources()
  }

  private func output(_ report: Report) throws {
    let text = try options.format.text(of: report)
    guard let path = options.output else { return Env.standardOutput(text) }
    try write(text, to: path)
    if report.failure == nil { Env.standardOutput(report.summary + "\n") }
  }
}
