import Foundation
import GlobalEnvironment

/// The source files of a package, with what the compiler knows about them.
struct IndexedSources {
  /// One file that was compiled from this very text.
  struct File {
    var file: SourceList.File
    /// The store that knows it.
    var store: IndexStore
    /// The record that lists its symbols; nil when it has none.
    var record: String?
  }

  private(set) var files: [File] = []
  private(set) var unaudited: [(file: SourceList.File, reason: String)] = []

  /// Files that a plugin made and that cannot be audited, and why: some may be examples, or files that no target compiles,
  /// or left from an earlier run.
  private(set) var uncompiled: [(file: SourceList.File, reason: String)] = []

  /// Plain files in languages that no compiler writes an index of: assembly, for example.
  private(set) var foreign: [SourceList.File] = []

  /// Files that are only in a folder, and that no index knows: perhaps no target compiles them.
  private(set) var onlyFound: [SourceList.File] = []

  /// The targets of a package that its build does not compile, as they are for other platforms, for example.
  private(set) var unbuilt: [SourceList.Target] = []

  /// The path of the package's folder.
  let package: String

  /// Asks the stores for each file, and the disk for the time of its last change.
  init(_ sources: SourceList, stores: [IndexStore]) {
    package = sources.package
    let all = sources.targets.flatMap(\.files)
    // The name of a unit begins with the stem of its file. Only units of these stems are opened: a store has hundreds of
    // modules that are not needed.
    let stems = Set(all.map(\.path.stem))
    let freshness = Freshness(stores.map { $0.units { stems.contains($0.stem) } })
    // Where the package manager names the files, a target without any unit beside others that have some was not built.
    let built = sources.targets.filter { $0.files.contains(where: freshness.knows) }.map(\.name)
    if sources.isComplete != nil, !built.isEmpty {
      unbuilt = sources.targets.filter { target in
        !built.contains(target.name) && target.files.contains { $0.path.isInIndexedLanguage }
      }
    }
    let unbuiltNames = Set(unbuilt.map(\.name))
    for file in sources.targets.filter({ !unbuiltNames.contains($0.name) }).flatMap(\.files) {
      let attributes = try? Env.files().attributes(of: URL(filePath: file.realPath))
      let (state, store) = freshness.state(of: file, modified: attributes?.modified.timeIntervalSince1970)
      switch state {
      case .unknown(Freshness.isUnindexed) where file.isOnlyFound == true: onlyFound.append(file)
      case .fresh(let record): files.append(File(file: file, store: stores[store], record: record))
      case .unknown(let reason) where file.isGenerated: uncompiled.append((file, reason))
      case .unknown where attributes?.kind == .folder: unaudited.append((file, "it is a folder; list its files"))
      // A path with a slip in it leads nowhere, and is in no language.
      case .unknown where attributes?.kind == .file && !file.path.isInIndexedLanguage: foreign.append(file)
      case .unknown(let reason): unaudited.append((file, reason))
      }
    }
  }
}
