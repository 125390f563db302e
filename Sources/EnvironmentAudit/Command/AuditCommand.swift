import Foundation
import GlobalEnvironment

/// The audit as a command: reads its options, does what they ask, and tells the result.
package struct AuditCommand {
  private let options: Options

  /// Runs the command that `Env.arguments()` holds.
  ///
  /// - Returns: The exit code: 0 for a clean package, 1 for findings, 2 when something could not be audited.
  package static func run() -> Int32 {
    do {
      return try AuditCommand(options: Options(Array(Env.arguments().dropFirst()))).run()
    } catch {
      Env.standardError("error: \(error)\n")
      return 2
    }
  }

  private func run() throws -> Int32 {
    let rules = try rules(for: try sources().package)
    if options.listsRules {
      Env.standardOutput(ruleList(rules))
      return 0
    }
    let sources = try sources()
    let library = try IndexStoreLibrary(path: options.library)
    let stores = options.stores.compactMap { try? IndexStore(path: $0, library: library) }
    guard !stores.isEmpty else {
      throw CannotAudit("There is no index in \(options.stores.joined(separator: " or ")). Build the package in debug.")
    }
    let search = try Search(IndexedSources(sources, stores: stores), rules: rules)
    let report = try report(on: search, of: sources)
    try tell(report)
    return report.exitCode
  }

  private func report(on search: Search, of sources: SourceList) throws -> Report {
    var report = Report()
    report.effects = search.rules.effects
    report.files = search.files.count
    report.allowed = search.files.map(\.allowed).reduce(0, +)
    report.unaudited = search.unaudited.map {
      Report.Unaudited(path: $0.file.path.within(sources.package), file: $0.file.path, reason: $0.reason)
    }
    report.notes = search.foreign.map { "\($0.path.within(sources.package)) is in a language that no index tells of" }
    report.notes += search.uncompiled.map {
      "\($0.file.path.within(sources.package)), which a plugin made, was not audited: \($0.reason)"
    }
    let found = search.files.flatMap { file in
      file.findings.map { PlacedFinding($0, in: sources.package, source: file.source) }
    }
    report.findings = found.sorted { Finding.isBefore($0.finding, $1.finding) }
    if let path = options.newBaseline {
      try write(Baseline.text(of: report.findings), to: path)
      report.notes.append(
        "\(report.findings.count) findings are in \(path) now; pass over them with --baseline \(path)")
      report.inBaseline = report.findings.count
      report.findings = []
    } else if let path = options.baseline {
      let baseline = try Baseline(try read(path), name: path)
      let all = report.findings.count
      report.findings = baseline.new(report.findings, unused: &report.unusedInBaseline)
      report.inBaseline = all - report.findings.count
      if report.unusedInBaseline > 0 {
        report.notes.append(
          "\(report.unusedInBaseline) entries of \(path) stand for nothing any more; write it again with --write-baseline \(path)"
        )
      }
    }
    if options.fixes { try Mending(search, sources: sources).mend(&report) }
    return report
  }

  private func rules(for package: String) throws -> RuleSet {
    var rules = try RuleSet.builtIn()
    let own = package + "/.audit-environment"
    if Env.files().exists(URL(filePath: own)) { try rules.add(try read(own), name: ".audit-environment") }
    for path in options.rules { try rules.add(try read(path), name: path) }
    for kind in options.off { try rules.switchOff(kind) }
    return rules
  }

  private func sources() throws -> SourceList {
    do {
      return try JSONDecoder().decode(SourceList.self, from: Data(try read(options.sources).utf8))
    } catch let error as DecodingError {
      let reason = "\(error)".withoutFullStop
      throw CannotAudit("\(options.sources) is no list of sources: \(reason). Run: swift package audit-environment")
    }
  }

  private func tell(_ report: Report) throws {
    let text = try options.format.text(of: report)
    guard let path = options.output else { return Env.standardOutput(text) }
    try write(text, to: path)
    Env.standardOutput(report.summary + "\n")
  }

  private func read(_ path: String) throws -> String {
    do {
      let text = try Env.files().readText(URL(filePath: path))
      let byteOrderMark = "\u{FEFF}"
      return text.hasPrefix(byteOrderMark) ? String(text.dropFirst()) : text
    } catch {
      throw CannotAudit(notRead: path, error)
    }
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Env.files().write(text, to: URL(filePath: path))
    } catch {
      throw CannotAudit(notWritten: path, error)
    }
  }
}

/// Returns the kinds and their rules, for people.
private func ruleList(_ rules: RuleSet) -> String {
  rules.effects.map { effect in
    let symbols = rules.all.filter { $0.effect.kind == effect.kind }.map {
      "  \($0.symbol)  \($0.isFixable ? "fix" : "use"): \($0.replacement)\n"
    }
    return "\(effect.kind): \(effect.effect). \(effect.why)\(rules.off.contains(effect.kind) ? " (off)" : "")\n"
      + symbols.joined()
  }.joined(separator: "\n")
}
