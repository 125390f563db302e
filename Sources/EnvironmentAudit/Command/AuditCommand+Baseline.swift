import Foundation
import GlobalEnvironment

extension AuditCommand {
  /// Writes a new baseline if one is asked for, else removes the findings that are in the given one.
  ///
  /// - Throws: ``CannotAudit`` when it cannot be written.
  func settle(_ report: inout Report, _ preparation: Preparation, _ search: Search) throws {
    if let path = options.newBaseline {
      try write(Baseline.text(of: report.findings), to: path)
      report.notes.append(
        "\(report.findings.count) findings are in \(path) now; ignore them with --baseline \(path)")
      if options.isPartial || !search.rules.off.isEmpty {
        report.notes.append("\(path) holds what was audited only; without the same options, the rest will be new")
      }
      report.inBaseline = report.findings.count
      report.findings = []
    } else if let baseline = preparation.baseline, let path = options.baseline {
      let all = report.findings.count
      let left = baseline.new(&report.findings)
      report.inBaseline = all - report.findings.count
      report.unusedInBaseline = search.unused(left)
      if report.unusedInBaseline > 0 {
        report.notes.append(
          "\(report.unusedInBaseline) entries of \(path) match nothing now; write it again with --write-baseline \(path)"
        )
      }
    }
  }
}

extension Search {
  /// Returns how many entries without a finding are out of date: the others may be for what this run did not look at,
  /// such as rules that it was not given, files that were not audited, and branches that `#if` left out.
  func unused(_ entries: [Baseline.Entry]) -> Int {
    let known = Set(rules.unordered.map { [$0.effect.kind, $0.spelling] })
    let audited = Dictionary(files.map { ($0.file.path.within(sources.package), $0) }) { $1 }
    var leftOut: [String: Set<String>] = [:]
    return entries.count { entry in
      guard entry.kind == Finding.allowance || known.contains([entry.kind, entry.symbol]) else { return false }
      if rules.off.contains(entry.kind) { return false }
      guard let file = audited[entry.path] else {
        return !Env.files().exists(URL(filePath: entry.path.absolute(in: sources.package)))
      }
      let lines =
        leftOut[entry.path]
        ?? Set((file.leftOut?.branches ?? []).joined().map { Baseline.part(file.source.line($0)) })
      leftOut[entry.path] = lines
      return !lines.contains(entry.code)
    }
  }
}
