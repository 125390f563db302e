import Foundation
import GlobalEnvironment

/// What `--fix` has to know about the targets that a file is in, read once: a package may have thousands of files.
struct FixedTargets {
  private let all: [SourceList.Target]
  /// The numbers of the targets that have a file, by its path behind links.
  private var byPath: [String: [Int]] = [:]
  /// The numbers of the targets, by their name.
  private var byName: [String: [Int]] = [:]
  /// The first file of each target that declares an `Env` of its own, which the whole module would use.
  private let anotherEnv: [SourceList.File?]
  /// The levels of the imports in each target.
  private var access: [ImportAccess]

  init(_ sources: SourceList) {
    all = sources.targets
    for (number, target) in all.enumerated() {
      byName[target.name, default: []].append(number)
      for file in target.files where byPath[file.realPath]?.last != number {
        byPath[file.realPath, default: []].append(number)
      }
    }
    var declaring: Set<String> = []
    access = all.map { _ in ImportAccess() }
    for (path, numbers) in byPath {
      // Most files neither declare one nor import `GlobalEnvironment`, which shows without decoding them.
      guard let data = try? Env.files().read(URL(filePath: path)), data.range(of: Data("Env".utf8)) != nil else {
        continue
      }
      let text = String(decoding: data, as: UTF8.self)
      if Self.declaresEnv(text) { declaring.insert(path) }
      let levels = EnvironmentImport.levels(in: text)
      for number in numbers { access[number].existing.formUnion(levels) }
    }
    anotherEnv = all.map { target in target.files.first { declaring.contains($0.realPath) } }
  }

  /// Notes the level that a new import would have if it were alone.
  mutating func expect(_ access: String, in file: SourceList.File) {
    for number in numbers(of: file) { self.access[number].wanted.insert(access) }
  }

  /// Returns the level of a new import, so that it fits the others of its targets.
  func fitting(_ access: String, explicit: String, in file: SourceList.File) -> String {
    var all = ImportAccess()
    for number in numbers(of: file) { all.formUnion(self.access[number]) }
    return all.fitting(access, explicit: explicit)
  }

  /// Whether a file declares an `Env`, as a type, a value, a parameter of a type, or by an import.
  static func declaresEnv(_ text: String) -> Bool {
    let keywords = /\b(?:struct|class|enum|actor|protocol|typealias|associatedtype|var|let|func|case|for)\s+`?Env\b/
    let isParameter = /[<,(]\s*(?:\w+\s+)?Env\s*[,:>]/
    let isImported = /\bimport\s+\w+\s+(?!GlobalEnvironment\.)[\w.]+\.Env\b/
    return text.contains(keywords) || text.contains(isParameter) || text.contains(isImported)
  }

  /// Returns the targets that have a file.
  func targets(of file: SourceList.File) -> [SourceList.Target] { numbers(of: file).map { all[$0] } }

  /// Returns a file with another `Env`, in the targets that have `file`, or in those that it imports; nil for none.
  func anotherEnv(seenBy file: SourceList.File, importing modules: Set<String>) -> SourceList.File? {
    let imported = modules.flatMap { byName[$0] ?? [] }.sorted()
    return (numbers(of: file) + imported).lazy.compactMap { anotherEnv[$0] }.first
  }

  private func numbers(of file: SourceList.File) -> [Int] { byPath[file.realPath] ?? [] }
}
