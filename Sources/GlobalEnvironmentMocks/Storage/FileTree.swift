import Foundation
import GlobalEnvironment

/// What is allowed with a file or a folder in memory.
public enum FileAccess: Hashable, Sendable {
  /// Everything.
  case all
  /// Reading a file; listing a folder and reaching what is in it.
  case readOnly
  /// Nothing; what is in the folder cannot be reached either.
  case none
}

/// Files and folders by path.
///
/// Flat, so that no depth of folders is too much.
struct FileTree {
  private struct Node {
    /// Nil for a folder.
    var data: Data?
    var modified: Date
    var access = FileAccess.all
  }

  private var nodes: [FilePath: Node] = [:]
  var capacity: Int?

  init(startingAt date: Date) {
    nodes[.root] = Node(modified: date)
  }

  var used: Int { nodes.values.reduce(0) { $0 + ($1.data?.count ?? 0) } }

  // MARK: Looking

  func data(_ path: FilePath) -> Data { nodes[path]?.data ?? Data() }

  func names(in folder: FilePath) -> [String] {
    nodes.keys.filter { $0.isInside(folder) && $0.parent == folder }.map(\.name)
  }

  func attributes(_ path: FilePath) -> FileAttributes {
    FileAttributes(
      kind: kind(path) ?? .other, size: nodes[path]?.data?.count ?? 0, modified: nodes[path]?.modified ?? .distantPast)
  }

  private func paths(inside folder: FilePath) -> [FilePath] {
    kind(folder) == .folder ? nodes.keys.filter { $0.isInside(folder) } : []
  }

  // MARK: Changing

  mutating func setAccess(_ access: FileAccess, of path: FilePath) {
    nodes[path]?.access = access
  }

  mutating func write(_ data: Data, to path: FilePath, at date: Date) throws {
    try expectSpace(for: data.count - (nodes[path]?.data?.count ?? 0), path)
    nodes[path] = Node(data: data, modified: date)
    nodes[path.parent]?.modified = date
  }

  mutating func append(_ data: Data, to path: FilePath, at date: Date) throws {
    guard nodes[path] != nil else { return try write(data, to: path, at: date) }
    try expectSpace(for: data.count, path)
    nodes[path]?.data?.append(data)
    nodes[path]?.modified = date
  }

  mutating func createFolder(_ path: FilePath, at date: Date) {
    nodes[path] = Node(modified: date)
    nodes[path.parent]?.modified = date
  }

  mutating func move(_ source: FilePath, to destination: FilePath, at date: Date) {
    for path in paths(inside: source) + [source] {
      nodes[path.moved(from: source, to: destination)] = nodes.removeValue(forKey: path)
    }
    nodes[source.parent]?.modified = date
    nodes[destination.parent]?.modified = date
  }

  mutating func copy(_ source: FilePath, to destination: FilePath, at date: Date) throws {
    let paths = paths(inside: source) + [source]
    for path in paths where !grants(.read, path) {
      throw FileRefusal(.EACCES, path, isReading: true)
    }
    try expectSpace(for: paths.reduce(0) { $0 + (nodes[$1]?.data?.count ?? 0) }, destination)
    for path in paths { nodes[path.moved(from: source, to: destination)] = nodes[path] }
    nodes[destination.parent]?.modified = date
  }

  mutating func remove(_ path: FilePath, at date: Date) throws {
    let paths = paths(inside: path)
    for folder in Set(paths.map(\.parent)) where !grants(.write, folder) {
      throw FileRefusal(.EACCES, folder, isReading: false)
    }
    for path in paths + [path] { nodes[path] = nil }
    nodes[path.parent]?.modified = date
  }

  private func expectSpace(for count: Int, _ path: FilePath) throws {
    // What takes no more space than before fits into a disk that is too full, too.
    guard let capacity, count > 0, count > capacity - used else { return }
    throw FileRefusal(.ENOSPC, path, isReading: false)
  }
}

extension FileTree: FileLookup {

  func kind(_ path: FilePath) -> FileAttributes.Kind? {
    nodes[path].map { $0.data == nil ? .folder : .file }
  }

  func grants(_ right: FileRight, _ path: FilePath) -> Bool {
    switch nodes[path]?.access {
    case .all?: true
    case .readOnly?: right != .write
    case FileAccess.none?, nil: false
    }
  }
}

extension Data {
  /// The same bytes, counted from 0, as those are that come from a disk; no copy but of a slice.
  var fromZero: Data { startIndex == 0 ? self : Data(self) }
}
