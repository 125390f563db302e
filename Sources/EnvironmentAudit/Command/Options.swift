/// What the audit is asked to do.
package struct Options: Equatable, Sendable {
  /// The path of the toolchain's libIndexStore; nil for the one of the `swiftc` that is found first.
  package var library: String?
  /// The paths of the index stores; empty to build the package and read the store of that build.
  package var stores: [String] = []
  /// The path of what names the source files: a list, a folder, a compilation database, or one of them.
  package var sources: String?
  /// Beginnings of paths in the index, and the matching ones on this machine.
  package var remaps: [PathRemap] = []

  /// The folder of the package; nil for the one where the command runs.
  package var packagePath: String?
  /// The folder that the package is built into; nil for its `.build`.
  package var scratchPath: String?
  /// Whether the package is unchanged since its last build.
  package var skipsBuild = false
  /// The names of the targets to audit; empty for all.
  package var targets: [String] = []
  package var includesTests = false
  /// The name of the dependency to audit instead of the package.
  package var dependency: String?

  package var rules: [String] = []
  package var off: [String] = []
  /// Patterns of the paths to leave out.
  package var excluded: [String] = []
  package var baseline: String?
  package var newBaseline: String?
  package var format = OutputFormat.text
  package var output: String?
  package var fixes = false
  package var listsRules = false
  /// The name whose spelling in rules is shown.
  package var explained: String?

  package var asksForHelp = false
  /// Whether the audit only checks its options, and ends before anything is built.
  package var checksOnly = false
  /// The path of a failed build's log, whose errors the audit then reports.
  package var failedLog: String?

  /// Whether only a part of the package is audited.
  var isPartial: Bool { !targets.isEmpty || dependency != nil || !excluded.isEmpty }
}
