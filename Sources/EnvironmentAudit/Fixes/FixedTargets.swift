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

  init(_ sources: SourceList) {
    all = sources.targets
    for (number, target) in all.enumerated() {
      byName[target.name, default: []].append(number)
      for file in target.files where byPath[file.realPath]?.last != number {
        byPath[file.realPath, default: []].append(number)
      }
    }
    let declaring = Set(
      byPath.keys.filter { path in
        guard let data = try? Env.files().read(URL(filePath: path)) else { return false }
        // Most files have none, which shows without decoding them.
        guard data.range(of: Data("Env".utf8)) != nil else { return false }
        return Self.declaresEnv(String(decoding: data, as: UTF8.self))
      })
    anotherEnv = all.map { target in target.files.first { declaring.contains($0.realPath) } }
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
