import Foundation
import GlobalEnvironmentTesting

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// What a file or a folder is like.
struct FileState: Equatable, CustomStringConvertible {
  /// Nil where one may not look.
  var kind: FileAttributes.Kind?
  /// Nil for a folder, and where one may not read.
  var bytes: Data?
  var size = 0
  var modified = Date.distantPast
  /// Whether the last deed changed it.
  var isNew = false

  static func == (one: FileState, other: FileState) -> Bool {
    one.kind == other.kind && one.size == other.size && one.bytes == other.bytes && one.isNew == other.isNew
  }

  var description: String {
    guard let kind else { return "no permission" }
    return "\(kind) \(size) \(bytes.map { "\(Array($0))" } ?? "unread")\(isNew ? ", new" : "")"
  }

  /// Returns what is in a folder of the disk, by the system's own calls: not through what is tested, and soon.
  ///
  /// - Parameter unlocking: Whether to take the right to look into each folder first.
  static func onDisk(in top: FilePath, unlocking: Bool = false) -> [FilePath: FileState] {
    var states: [FilePath: FileState] = [:]
    var folders = [top]
    while let folder = folders.popLast() {
      if unlocking { chmod(folder.description, 0o755) }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.description)) ?? [] {
        let path = folder.appending(name)
        let state = FileState(onDiskAt: path)
        states[path] = state
        if state.kind == .folder { folders.append(path) }
      }
    }
    return states
  }

  /// Returns what is in a folder of a tree, as far as one may look.
  static func inMemory(in top: FilePath, of tree: FileTree) -> [FilePath: FileState] {
    var states: [FilePath: FileState] = [:]
    var folders = [top]
    while let folder = folders.popLast() {
      guard tree.refuses(.read, folder) == nil else { continue }
      for name in tree.names(in: folder) {
        let path = folder.appending(name)
        let state = tree.refuses(.search, folder) == nil ? FileState(inMemoryAt: path, of: tree) : FileState()
        states[path] = state
        if state.kind == .folder { folders.append(path) }
      }
    }
    return states
  }

  private init() {}

  private init(inMemoryAt path: FilePath, of tree: FileTree) {
    let attributes = tree.attributes(path)
    kind = attributes.kind
    size = attributes.size
    modified = attributes.modified
    if kind == .file, tree.refuses(.read, path) == nil { bytes = tree.data(path) }
  }

  private init(onDiskAt path: FilePath) {
    var status = stat()
    guard lstat(path.description, &status) == 0 else { return }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    switch status.st_mode & S_IFMT {
    case S_IFDIR: kind = .folder
    case S_IFREG:
      kind = .file
      size = Int(status.st_size)
      bytes = FileManager.default.contents(atPath: path.description)
    default: kind = .other
    }
  }
}
