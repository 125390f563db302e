import Foundation
import GlobalEnvironment

/// The changes of `--fix`: what is safe is rewritten, the rest stays in the report.
struct FixIts {
  private let search: Search
  private let sources: SourceList

  private let targets: FixedTargets

  init(_ search: Search, sources: SourceList) {
    self.search = search
    self.sources = sources
    targets = FixedTargets(sources)
  }

  /// Rewrites files, and removes from the report what is fixed.
  ///
  /// - Throws: ``CannotAudit`` when a file cannot be written; the files before it stay fixed.
  func apply(_ report: inout Report) throws {
    let byFile = Dictionary(grouping: report.findings, by: \.finding.file)
    var left: [PlacedFinding] = []
    var fixes: [Fix] = []
    var targets = targets
    for file in search.files {
      guard let findings = byFile[file.file.path] else { continue }
      guard let fix = self.fix(findings, in: file, notes: &report.notes) else {
        left += findings
        continue
      }
      if let access = fix.access { targets.expect(access, in: file.file) }
      fixes.append(fix)
    }
    // All are known before the first is written: the imports of a module must fit each other.
    for fix in fixes {
      let fixed = apply(fix, targets, notes: &report.notes)
      do {
        try Env.files().write(Data(fixed.source.bytes), to: URL(filePath: fix.file.file.realPath))
      } catch {
        throw CannotAudit(notWritten: fix.file.file.path, error)
      }
      report.fixed += (byFile[fix.file.file.path]?.count ?? 0) - fixed.left.count
      left += fixed.left
    }
    report.findings = left.sorted { Finding.isBefore($0.finding, $1.finding) }
    report.notes = report.notes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The safe changes of one file.
  private struct Fix {
    var file: Search.FileFindings
    var edits: [Edit]
    /// The findings that stay.
    var left: [PlacedFinding]
    /// The access of a new import if it were alone; nil for a file that needs none.
    var access: String?
    /// The access that it needs where it cannot be without one.
    var explicitAccess: String
  }

  /// Returns the safe changes of a file; nil for none.
  private func fix(_ findings: [PlacedFinding], in file: Search.FileFindings, notes: inout [String]) -> Fix? {
    let source = file.source
    let replacement = Replacement(in: source)
    var changes: [(edit: Edit, finding: PlacedFinding)] = []
    var left: [PlacedFinding] = []
    for finding in findings {
      // Findings come in order, so a change could only overlap the one before it.
      if var edit = replacement.edit(for: finding.finding),
        edit.range.lowerBound >= changes.last?.edit.range.upperBound ?? 0
      {
        edit.module = finding.finding.rule?.symbol.module
        changes.append((edit, finding))
      } else {
        left.append(finding)
      }
    }
    let path = file.file.path.within(sources.package)
    let assigned = AssignedEndpoints(in: source, SourceComments(source), changes: changes.map(\.edit))
    var edits: [Edit] = []
    for (edit, finding) in changes {
      if let endpoint = assigned.endpoint(askedBy: edit) {
        left.append(finding)
        notes.append("\(path) decides what \(endpoint) answers, so nothing in it is made to ask that: fix it by hand")
      } else {
        edits.append(edit)
      }
    }
    guard !edits.isEmpty else { return nil }
    let imports = EnvironmentImport(in: source)
    if let reason = reasonNotToMend(file, imports) {
      notes.append(reason)
      return nil
    }
    let access = imports.hasEnvironment ? nil : imports.access(for: edits)
    return Fix(
      file: file, edits: edits, left: left, access: access, explicitAccess: imports.explicitAccess(for: edits))
  }

  /// Returns a file's text with the changes made, and the remaining findings with their new places.
  private func apply(
    _ fix: Fix, _ targets: FixedTargets, notes: inout [String]
  ) -> (source: SourceText, left: [PlacedFinding]) {
    let source = fix.file.source
    let path = fix.file.file.path.within(sources.package)
    var edits = fix.edits
    let comments = SourceComments(source)
    let places = edits.compactMap { edit in
      EditPlace(edit, in: source, comments).note.map { (edit.range.lowerBound, $0) }
    }
    if let access = fix.access {
      let access = targets.fitting(access, explicit: fix.explicitAccess, in: fix.file.file)
      if let line = EnvironmentImport(in: source).edit(access) { edits.append(line) }
    }
    let fixed = source.applying(edits)
    let offsets = OffsetMap(by: edits)
    notes += places.map { "\(path):\(fixed.line(of: offsets.place(of: $0.0))): \($0.1)" }
    let left = fix.left.map { finding in
      var moved = finding.finding
      if let offset = source.offset(line: moved.line, column: moved.column) {
        moved.line = fixed.line(of: offsets.place(of: offset))
        moved.column = fixed.column(of: offsets.place(of: offset))
      }
      return PlacedFinding(moved, in: sources.package, source: fixed)
    }
    return (fixed, left)
  }

  /// Why nothing of a file is fixed.
  private func reasonNotToMend(_ file: Search.FileFindings, _ imports: EnvironmentImport) -> String? {
    let path = file.file.path.within(sources.package)
    if file.file.isGenerated { return "\(path) is generated: fix what makes it" }
    guard file.file.realPath.isWithin(sources.package) else {
      return "\(path) is outside of the package: fix it there"
    }
    let own = targets.targets(of: file.file)
    if let target = own.first(where: { $0.linksEnvironment == false }) {
      return "the target \(target.name) is not fixed, as it does not depend on GlobalEnvironment; "
        + "add .product(name: \"GlobalEnvironment\", package: \"GlobalEnvironment\") to it"
    }
    if own.contains(where: { $0.linksEnvironment == nil }), !imports.hasEnvironment {
      return "files that do not import GlobalEnvironment are not fixed, as no manifest says that they can"
    }
    // Macros that translate their body cannot use global variables.
    if file.source.text(0..<file.source.bytes.count).contains(/#(Predicate|Expression|Rule)\b/) {
      return "\(path) has a predicate, which cannot ask Env: fix it by hand"
    }
    if let other = targets.anotherEnv(seenBy: file.file, importing: imports.modules) {
      return "\(path) is not fixed, as \(other.path.within(sources.package)) has another Env: fix it by hand"
    }
    return nil
  }
}
