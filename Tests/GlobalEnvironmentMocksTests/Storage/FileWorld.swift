import Foundation
import GlobalEnvironmentTesting

/// The two file systems that must behave alike.
enum FileWorld: CaseIterable, CustomStringConvertible {
  case disk, memory

  var description: String {
    switch self {
    case .disk: "the disk"
    case .memory: "memory"
    }
  }

  /// Runs `body` with an empty folder of its own, which is removed afterwards.
  func withFolder(_ body: (any EnvironmentFileSystem, URL) throws -> Void) throws {
    let files =
      switch self {
      case .disk: Environment.live.files()
      case .memory: Env.files()
      }
    let folder = files.folder(.temporary).appending(component: "Files-\(UUID().uuidString)")
    try files.createFolder(folder)
    defer {
      if self == .disk { Self.unlock(folder) }
      try? files.remove(folder)
    }
    try body(files, folder)
  }

  /// Changes what is allowed with a file or a folder.
  func setAccess(_ access: FileAccess, of url: URL) throws {
    switch self {
    case .memory:
      try Env.inMemoryFiles.setAccess(access, of: url)
    case .disk:
      let mode =
        switch access {
        case .all: 0o755
        case .readOnly: 0o555
        case .none: 0o000
        }
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }
  }

  /// Those whose permissions mean something: not the disk where the tests run as root.
  static var withPermissions: [FileWorld] { geteuid() == 0 ? [.memory] : [.memory, .disk] }

  private static func unlock(_ folder: URL) {
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let inside = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    for url in inside where url.hasDirectoryPath { unlock(url) }
  }
}
