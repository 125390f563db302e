import Foundation

@testable import EnvironmentAudit

/// Which folders of a module use what others define.
///
/// The files that stand in no folder of their module are one folder here, `.`.
struct FolderGraph {
  /// One folder uses what another defines.
  struct Arrow: Hashable {
    var from: String
    var to: String
  }

  /// The places of each arrow, as text.
  private(set) var places: [Arrow: [String]] = [:]

  init(places: [Arrow: [String]]) {
    self.places = places
  }

  /// Reads what the index has of a module's files.
  ///
  /// - Parameters:
  ///   - module: The module's folder.
  ///   - files: What the index has of its files.
  ///   - exempt: The names of files that may use everything and be used by everything, as a table of contents is.
  /// - Throws: `CannotAudit` when the index has nothing of a file.
  init(of module: URL, files: [IndexedFile], in store: IndexStore, exempt: Set<String> = []) throws {
    let files = files.filter { !exempt.contains($0.url.lastPathComponent) }
    var folders: [String: String] = [:]
    for file in files {
      let folder = file.folder(in: module)
      for (usr, _) in try store.occurrences(in: file.record, defined: true, choosing: { _, usr in usr() }) {
        folders[usr] = folder
      }
    }
    for file in files {
      let folder = file.folder(in: module)
      let uses = try store.occurrences(in: file.record) { name, usr in
        folders[usr()].map { (name: name, folder: $0) }
      }
      for (symbol, place) in uses where symbol.folder != folder {
        places[Arrow(from: folder, to: symbol.folder), default: []]
          .append("\(file.path(in: module)):\(place.line) uses \(symbol.name)")
      }
    }
  }

  /// The groups of folders that each reach all others of their group, each sorted.
  var circles: [[String]] {
    var reach: [String: Set<String>] = [:]
    for folder in folders { reach[folder] = reached(from: folder) }
    var circles: Set<[String]> = []
    for (folder, reached) in reach where reached.contains(folder) {
      circles.insert(reached.filter { reach[$0]?.contains(folder) == true }.sorted())
    }
    return circles.sorted { $0[0] < $1[0] }
  }

  /// The arrows within a group, those with the fewest places first: what is to be moved to break the circle.
  func description(of circle: [String]) -> String {
    let inside = places.filter { circle.contains($0.key.from) && circle.contains($0.key.to) }
    let lines = inside.map { arrow, places in
      let some = places.sorted().prefix(3).joined(separator: ", ")
      return (count: places.count, text: "\(arrow.from) → \(arrow.to), \(places.count) ×: \(some)")
    }
    return lines.sorted { ($0.count, $0.text) < ($1.count, $1.text) }.map(\.text).joined(separator: "\n")
  }

  private var folders: Set<String> { Set(places.keys.flatMap { [$0.from, $0.to] }) }

  private func reached(from start: String) -> Set<String> {
    var reached: Set<String> = []
    var next = [start]
    while let folder = next.popLast() {
      for arrow in places.keys where arrow.from == folder && reached.insert(arrow.to).inserted { next.append(arrow.to) }
    }
    return reached
  }
}

extension IndexedFile {
  fileprivate func path(in module: URL) -> String {
    String(url.path(percentEncoded: false).dropFirst(module.path(percentEncoded: false).count).drop { $0 == "/" })
  }

  /// The first folder on the way from the module's folder to the file; `.` where there is none.
  fileprivate func folder(in module: URL) -> String {
    let path = path(in: module).split(separator: "/")
    return path.count > 1 ? String(path[0]) : "."
  }
}
