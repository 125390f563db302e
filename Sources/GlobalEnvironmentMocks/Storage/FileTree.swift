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
/// Flat, so that folders may be nested to any depth.
struct FileTree {
  private struct Node {
    /// Nil for a folder.
    var data: Data?
    /// Nil for what has not changed since the beginning.
    var modified: Date?
    var access = FileAccess.all
  }

  private var nodes: [FilePath: Node] = [.root: Node()]
  /// What is directly in each folder that is not empty.
  private var children: [FilePath: Set<FilePath>] = [:]
  /// How many bytes all files have together.
  private(set) var used = 0
  /// When the first folders were made.
  var start = Date.distantPast
  /// Whether anything was ever forbidden.
  private var hasRestrictions = false
  var capacity: Int?

  /// Makes a tree of folders only.
  init(_ folders: [FilePath]) {
    for folder in folders { put(Node(), folder) }
  }

  // MARK: Looking

  func data(_ path: FilePath) -> Data { nodes[path]?.data ?? Data() }

  func names(in folder: FilePath) -> [String] {
    children[folder, default: []].map(\.name)
  }

  func attributes(_ path: FilePath) -> FileAttributes {
    FileAttributes(
      kind: kind(path) ?? .other, size: size(path), modified: nodes[path]?.modified ?? start)
  }

  // MARK: Changing

  mutating func setAccess(_ access: FileAccess, of path: FilePath) {
    nodes[path]?.access = access
    if access != .all { hasRestrictions = true }
  }

  mutating func write(_ data: Data, to path: FilePath, at date: Date) throws {
    // On a disk, the new file is written beside the one that it replaces.
    try expectSpace(for: data.count, path)
    var node = nodes[path] ?? Node()
    node.data = data
    node.modified = date
    put(node, path)
    nodes[path.parent]?.modified = date
  }

  mutating func append(_ data: Data, to path: FilePath, at date: Date) throws {
    if nodes[path] == nil { try write(Data(), to: path, at: date) }
    // As on a disk, what still fits is written before it is full.
    let fitting = data.prefix(space)
    if !fitting.isEmpty {
      nodes[path]?.data?.append(fitting)
      used += fitting.count
      nodes[path]?.modified = date
    }
    try expectSpace(for: data.count - fitting.count, path)
  }

  mutating func createFolder(_ path: FilePath, at date: Date) {
    put(Node(modified: date), path)
    nodes[path.parent]?.modified = date
  }

  mutating func move(_ source: FilePath, to destination: FilePath, at date: Date) {
    for path in contents(of: source) + [source] {
      let node = nodes[path]
      put(nil, path)
      put(node, path.moved(from: source, to: destination))
    }
    nodes[source.parent]?.modified = date
    nodes[destination.parent]?.modified = date
  }

  mutating func copy(_ source: FilePath, to destination: FilePath, at date: Date) throws {
    let paths = contents(of: source) + [source]
    try expectSpace(for: paths.reduce(0) { $0 + size($1) }, destination)
    for path in paths {
      let copy = path.moved(from: source, to: destination)
      put(nodes[path], copy)
      #if !canImport(Darwin)
        // Folders keep their dates; where `copyfile` makes the copies, files do, too.
        if nodes[copy]?.data != nil { nodes[copy]?.modified = date }
      #endif
    }
    nodes[destination.parent]?.modified = date
  }

  mutating func remove(_ path: FilePath, at date: Date) {
    for path in contents(of: path) + [path] { put(nil, path) }
    nodes[path.parent]?.modified = date
  }

  private mutating func put(_ node: Node?, _ path: FilePath) {
    used += (node?.data?.count ?? 0) - size(path)
    let isNew = nodes[path] == nil
    nodes[path] = node
    if isNew, node != nil {
      children[path.parent, default: []].insert(path)
    } else if !isNew, node == nil {
      children[path.parent]?.remove(path)
      if children[path.parent]?.isEmpty == true { children[path.parent] = nil }
    }
  }

  private func size(_ path: FilePath) -> Int { nodes[path]?.data?.count ?? 0 }

  /// How many bytes still fit.
  private var space: Int {
    guard let capacity else { return .max }
    return capacity > used ? capacity - used : 0
  }

  private func expectSpace(for count: Int, _ path: FilePath) throws {
    if count > space { throw FileRefusal(.ENOSPC, path, isReading: false) }
  }
}

extension FileTree: FileLookup {

  func kind(_ path: FilePath) -> FileAttributes.Kind? {
    nodes[path].map { $0.data == nil ? .folder : .file }
  }

  func reachesInside(_ folder: FilePath) -> Bool { !hasRestrictions && kind(folder) == .folder }

  func contents(of folder: FilePath) -> [FilePath] {
    var contents = Array(children[folder, default: []])
    var next = 0
    while next < contents.count {
      contents += children[contents[next], default: []]
      next += 1
    }
    return contents
  }

  func refuses(_ right: FileRight, _ path: FilePath) -> POSIXError.Code? {
    switch nodes[path]?.access {
    case .all?, nil: nil
    case .readOnly?: right == .write ? .EACCES : nil
    case FileAccess.none?: .EACCES
    }
  }
}
