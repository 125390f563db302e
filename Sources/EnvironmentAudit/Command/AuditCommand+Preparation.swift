import Foundation
import GlobalEnvironment

extension AuditCommand {
  /// What the options name, read before anything is built.
  package struct Preparation {
    var rules: RuleSet
    var baseline: Baseline?
    /// The patterns of the paths to leave out.
    var excluded: [PathPattern]
    /// How many of them, the first, are of the command line; the others are of files of rules.
    var ownExcluded: Int

    /// Returns the files that stay, and notes about those that do not.
    ///
    /// - Throws: ``CannotAudit`` when none stays.
    func withoutExcluded(_ sources: SourceList) throws -> (sources: SourceList, notes: [String]) {
      guard !excluded.isEmpty else { return (sources, []) }
      var left = sources
      var used: Set<String> = []
      for index in left.targets.indices {
        left.targets[index].files.removeAll { file in
          let path = file.path.within(sources.package)
          guard let pattern = excluded.first(where: { $0.matches(path) }) else { return false }
          used.insert(pattern.text)
          return true
        }
      }
      let all = sources.targets.map(\.files.count).reduce(0, +)
      let staying = left.targets.map(\.files.count).reduce(0, +)
      guard staying > 0 || all == 0 else { throw CannotAudit("All files are left out. Leave out fewer.") }
      // What a file of rules leaves out may be in a target that is not audited this time.
      let asked = sources.isComplete == true ? excluded[...] : excluded.prefix(ownExcluded)
      let unused = asked.map(\.text).filter { !used.contains($0) }
      return (
        left,
        (all > staying ? ["\(Report.count(all - staying, "file")) \(all - staying == 1 ? "is" : "are") left out"] : [])
          + unused.map { "“\($0)” leaves out nothing; write a path that begins at \(sources.package)" }
      )
    }
  }

  /// Reads the rules and the baseline, and checks that the output can be written, so that no build is wasted.
  ///
  /// - Parameter package: The path of the package's folder.
  /// - Throws: ``CannotAudit``, with what is wrong.
  package func prepare(for package: String) throws -> Preparation {
    var rules = try RuleSet.builtIn()
    let own = package + "/.audit-environment"
    if Env.files().exists(URL(filePath: own)) { try rules.add(try read(own), name: ".audit-environment") }
    for path in options.rules {
      // A file of that name comes first.
      if !Env.files().exists(URL(filePath: path)), RuleSet.libraries[path] != nil {
        try rules.addLibrary(path)
      } else {
        try rules.add(try read(path), name: path)
      }
    }
    for kind in options.off { try rules.switchOff(kind) }
    for path in [options.output, options.newBaseline].compactMap({ $0 }) { try checkFolder(of: path) }
    return Preparation(
      rules: rules,
      baseline: try options.baseline.map { try Baseline(try read($0), name: $0) },
      excluded: (options.excluded + rules.excluded).map { PathPattern($0.within(package)) },
      ownExcluded: options.excluded.count)
  }

  private func checkFolder(of path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    guard (try? Env.files().attributes(of: folder).kind) == .folder else {
      throw CannotAudit(notWritten: path, CocoaError(.fileNoSuchFile))
    }
  }

  func read(_ path: String) throws -> String {
    do {
      let text = try Env.files().readText(URL(filePath: path))
      let byteOrderMark = "\u{FEFF}"
      return text.hasPrefix(byteOrderMark) ? String(text.dropFirst()) : text
    } catch {
      throw CannotAudit(notRead: path, error)
    }
  }

  func write(_ text: String, to path: String) throws {
    do {
      try Env.files().write(text, to: URL(filePath: path))
    } catch {
      throw CannotAudit(notWritten: path, error)
    }
  }
}
