import Foundation
import GlobalEnvironment

extension Report {
  /// Creates the report of a search.
  init(_ search: Search, of sources: SourceList) {
    self.init()
    effects = search.rules.effects
    files = search.files.count
    allowed = search.files.map(\.allowed).reduce(0, +)
    unaudited = search.unaudited.map {
      Report.Unaudited(path: $0.file.path.within(sources.package), file: $0.file.path, reason: $0.reason)
    }
    notes = search.sources.foreign.map {
      "\($0.path.within(sources.package)) is in a language that no index covers"
    }
    notes += search.sources.uncompiled.map {
      "\($0.file.path.within(sources.package)), which a plugin made, was not audited: \($0.reason)"
    }
    notes += search.sources.unbuilt.map {
      "the target \($0.name) is not audited: this build does not compile it. Audit it on its own platform"
    }
    // Rules name what Swift calls; Objective-C sends messages of other names.
    let audited = search.files.map { $0.file.path.within(search.sources.package) }.sorted()
    let objective = audited.filter { $0.hasSuffix(".m") || $0.hasSuffix(".mm") }
    notes += note("in Objective-C, where only functions of C are found", objective)
    let extended = audited.filter { path in [".cc", ".cpp", ".cxx"].contains { path.hasSuffix($0) } }
    notes += note("in C++, where only functions of C and of the standard library are found", extended)
    notes += note("in no index, so not audited", search.sources.onlyFound.map { $0.path.within(sources.package) })
    let leftOut = search.files.flatMap { file in
      (file.leftOut?.lines ?? []).map { "\(file.file.path.within(sources.package)):\($0)" }
    }
    notes += note(
      "in branches that #if left out of this build and that look like findings; audit them where they are built",
      leftOut, noun: "place")
    let found = search.files.flatMap { file in
      file.findings.map { PlacedFinding($0, in: sources.package, source: file.source) }
    }
    findings = found.sorted { Finding.isBefore($0.finding, $1.finding) }
  }

  private func note(_ text: String, _ items: [String], noun: String = "file") -> [String] {
    guard !items.isEmpty else { return [] }
    let verb = items.count == 1 ? "is" : "are"
    let others = items.count > 3 ? " and \(Report.count(items.count - 3, "other"))" : ""
    let list = items.prefix(3).joined(separator: ", ") + others
    return ["\(Report.count(items.count, noun)) \(verb) \(text): \(list)"]
  }
}

extension Search {
  /// Notes about rules that users wrote and nothing uses.
  var rulesWithoutUse: [String] {
    rules.own.filter { !seen.contains($0.symbol) }.map {
      "\($0.origin ?? ""): nothing uses \($0.symbol); --explain \($0.symbol.baseName) shows how to spell what is used"
    }
  }
}
