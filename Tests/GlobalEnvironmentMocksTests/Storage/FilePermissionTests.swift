import Foundation
import GlobalEnvironmentTesting
import Testing

/// What permissions forbid: in memory, and on the disk where the tests do not run as root.
@Suite(.environment(.mock))
struct FilePermissionTests {

  /// A deed that some access to the file `f`, or to the folder `d` with a file `d/x`, forbids.
  struct Deed: CustomStringConvertible, Sendable {
    var description: String
    var access: FileAccess
    var path: String
    var code: CocoaError.Code
    var make: @Sendable (any EnvironmentFileSystem, URL) throws -> Void

    init(
      _ description: String, _ access: FileAccess, to path: String, _ code: CocoaError.Code,
      _ make: @escaping @Sendable (any EnvironmentFileSystem, URL) throws -> Void
    ) {
      (self.description, self.access, self.path, self.code, self.make) = (description, access, path, code, make)
    }
  }

  static let forbidden: [Deed] = [
    Deed("read", .none, to: "f", .fileReadNoPermission) { _ = try $0.read($1 / "f") },
    Deed("copy", .none, to: "f", .fileReadNoPermission) { try $0.copy($1 / "f", to: $1 / "g") },
    Deed("append", .readOnly, to: "f", .fileWriteNoPermission) { try $0.append("", to: $1 / "f") },
    Deed("write into", .readOnly, to: "d", .fileWriteNoPermission) { try $0.write("", to: $1 / "d/new") },
    Deed("replace in", .readOnly, to: "d", .fileWriteNoPermission) { try $0.write("", to: $1 / "d/x") },
    Deed("append a new file in", .readOnly, to: "d", .fileWriteNoPermission) { try $0.append("", to: $1 / "d/new") },
    Deed("make a folder in", .readOnly, to: "d", .fileWriteNoPermission) { try $0.createFolder($1 / "d/new") },
    Deed("remove from", .readOnly, to: "d", .fileWriteNoPermission) { try $0.remove($1 / "d/x") },
    Deed("remove what is full and", .readOnly, to: "d", .fileWriteNoPermission) { try $0.remove($1 / "d") },
    Deed("move out of", .readOnly, to: "d", .fileWriteNoPermission) { try $0.move($1 / "d/x", to: $1 / "x") },
    Deed("move into", .readOnly, to: "d", .fileWriteNoPermission) { try $0.move($1 / "f", to: $1 / "d/f") },
    Deed("copy into", .readOnly, to: "d", .fileWriteNoPermission) { try $0.copy($1 / "f", to: $1 / "d/f") },
    Deed("list", .none, to: "d", .fileReadNoPermission) { _ = try $0.list($1 / "d") },
    Deed("read in", .none, to: "d", .fileReadNoPermission) { _ = try $0.read($1 / "d/x") },
    Deed("look up in", .none, to: "d", .fileReadNoPermission) { _ = try $0.attributes(of: $1 / "d/x") },
    Deed("look for nothing in", .none, to: "d", .fileReadNoPermission) { _ = try $0.read($1 / "d/missing") },
    Deed("write in", .none, to: "d", .fileWriteNoPermission) { try $0.write("", to: $1 / "d/x") },
    Deed("copy a folder of", .none, to: "d/sub", .fileReadNoPermission) { try $0.copy($1 / "d/sub", to: $1 / "z") },
  ]

  static let allowed: [Deed] = [
    Deed("replace", .readOnly, to: "f", .fileNoSuchFile) { try $0.write("new", to: $1 / "f") },
    Deed("look up", .none, to: "f", .fileNoSuchFile) { _ = try $0.attributes(of: $1 / "f") },
    Deed("move", .none, to: "f", .fileNoSuchFile) { try $0.move($1 / "f", to: $1 / "g") },
    Deed("remove", .none, to: "f", .fileNoSuchFile) { try $0.remove($1 / "f") },
    Deed("read in", .readOnly, to: "d", .fileNoSuchFile) { _ = try $0.read($1 / "d/x") },
    Deed("list", .readOnly, to: "d", .fileNoSuchFile) { _ = try $0.list($1 / "d") },
    Deed("append in", .readOnly, to: "d", .fileNoSuchFile) { try $0.append("", to: $1 / "d/x") },
    Deed("rename", .readOnly, to: "d", .fileNoSuchFile) { try $0.move($1 / "d", to: $1 / "e") },
    Deed("remove what is empty and", .none, to: "d/sub", .fileNoSuchFile) { try $0.remove($1 / "d/sub") },
  ]

  @Test(arguments: FileWorld.withPermissions, forbidden)
  func `what is not permitted is an error that says so`(_ world: FileWorld, _ deed: Deed) throws {
    try world.withFolder { files, folder in
      try prepare(files, folder)
      try world.setAccess(deed.access, of: folder / deed.path)
      let error = try #require(#expect(throws: CocoaError.self) { try deed.make(files, folder) })
      #expect(error.code == deed.code)
      #expect((error.underlying as? POSIXError)?.code == .EACCES)
      #expect(error.localizedDescription.contains("no permission for \((folder / deed.path).path)"))
    }
  }

  @Test(arguments: FileWorld.withPermissions, allowed)
  func `what is permitted is done`(_ world: FileWorld, _ deed: Deed) throws {
    try world.withFolder { files, folder in
      try prepare(files, folder)
      try world.setAccess(deed.access, of: folder / deed.path)
      #expect(throws: Never.self) { try deed.make(files, folder) }
    }
  }

  @Test(
    arguments: FileWorld.withPermissions,
    [
      ("c/é", FileAccess.none, "c"), ("c", .none, "c"), ("c/x", .none, "c"), ("c", .readOnly, "none"),
      ("b/y", .none, "b"),
    ])
  func `a folder of which a part may not be read or removed stays whole, and no copy begins`(
    _ world: FileWorld, _ closed: (path: String, access: FileAccess, copied: String)
  ) throws {
    try world.withFolder { files, folder in
      for path in ["d/a", "d/b/y", "d/c/é"] { try files.createFolder(folder / path, withParents: true) }
      for path in ["d/a/x", "d/c/x", "d/z"] { try files.write("text", to: folder / path) }
      try world.setAccess(closed.access, of: folder / "d" / closed.path)
      if closed.copied != "none" {
        let error = #expect(throws: CocoaError.self) { try files.copy(folder / "d", to: folder / "copy") }
        #expect(error?.code == .fileReadNoPermission)
        #expect((error?.underlying as? POSIXError)?.code == .EACCES)
      }
      // A file needs no rights to go.
      if closed.path != "c/x" {
        let error = #expect(throws: CocoaError.self) { try files.remove(folder / "d") }
        #expect(error?.code == .fileWriteNoPermission)
        #expect(error?.localizedDescription.contains((folder / "d" / closed.path).path) == true)
        #expect(try files.list(folder / "d").map(\.lastPathComponent) == ["a", "b", "c", "z"])
        #expect(files.exists(folder / "d/a/x"))
        #expect(!files.exists(folder / "copy") || closed.copied == "none")
        try world.setAccess(.all, of: folder / "d" / closed.path)
      }
      #expect(try files.list(folder).map(\.lastPathComponent) == ["d"])
    }
  }

  @Test(arguments: FileWorld.withPermissions)
  func `a file that is replaced keeps its permissions`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      try prepare(files, folder)
      try world.setAccess(.readOnly, of: folder / "f")
      try files.write("new", to: folder / "f")
      let error = #expect(throws: CocoaError.self) { try files.append("more", to: folder / "f") }
      #expect(error?.code == .fileWriteNoPermission)
      #expect(try files.readText(folder / "f") == "new")
    }
  }

  @Test(arguments: FileWorld.withPermissions)
  func `what cannot be reached does not exist, and does again`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      try prepare(files, folder)
      try world.setAccess(.none, of: folder / "d")
      #expect(!files.exists(folder / "d/x"))
      #expect(files.exists(folder / "d"))
      try world.setAccess(.all, of: folder / "d")
      #expect(files.exists(folder / "d/x"))
    }
  }

  private func prepare(_ files: any EnvironmentFileSystem, _ folder: URL) throws {
    try files.write("f", to: folder / "f")
    try files.createFolder(folder / "d")
    try files.createFolder(folder / "d/sub")
    try files.write("x", to: folder / "d/x")
  }
}

extension URL {
  fileprivate static func / (folder: URL, path: String) -> URL { folder.appending(path: path) }
}
