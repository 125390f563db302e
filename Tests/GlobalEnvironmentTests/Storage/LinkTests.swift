import Foundation
import GlobalEnvironmentTesting
import Testing

/// What the live files do with links.
@Suite(.environment(Environment()))
struct LinkTests {
  private let files = Environment.live.files()

  /// Runs `body` with a folder in which there are a file, a folder with a file in it, and links to them and to nowhere.
  private func withLinks(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Links-\(UUID().uuidString)")
    try files.createFolder(folder / "folder", withParents: true)
    defer { try? files.remove(folder) }
    try files.write("inside", to: folder / "folder/file")
    try files.write("text", to: folder / "file")
    for (link, target) in [
      ("toFile", "file"), ("toFolder", "folder"), ("toNowhere", "missing"),
      ("toNowhereInFolder", "folder/../folder/new"),
      ("toMissingFolder", "no/such"), ("loop", "loop"), ("toLink", "toFile"), ("folder/back", "../file"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: (folder / link).path, withDestinationPath: target)
    }
    try body(folder)
  }

  private func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }

  private func expectError(_ code: CocoaError.Code, _ reason: POSIXError.Code, _ body: () throws -> Void) {
    let error = #expect(throws: CocoaError.self, performing: body)
    #expect(error?.code == code)
    #expect((error?.underlying as? POSIXError)?.code == reason)
  }

  @Test(arguments: ["toFile", "toLink"])
  func `writing and appending change what a link leads to`(link: String) throws {
    try withLinks { folder in
      try files.write("new", to: folder / link)
      try files.append(" and more", to: folder / link)
      #expect(isLink(folder / link))
      #expect(try files.readText(folder / "file") == "new and more")
    }
  }

  @Test func `a file that is missing is made where the link leads`() throws {
    try withLinks { folder in
      try files.write("new", to: folder / "toNowhere")
      #expect(try files.readText(folder / "missing") == "new")
      try files.write("new", to: folder / "toNowhereInFolder")
      #expect(try files.readText(folder / "folder/new") == "new")
      #expect(isLink(folder / "toNowhere") && isLink(folder / "toNowhereInFolder"))
    }
  }

  @Test func `a link to a folder is no place for a file`() throws {
    try withLinks { folder in
      expectError(.fileWriteUnknown, .EISDIR) { try files.write("new", to: folder / "toFolder") }
      expectError(.fileWriteUnknown, .EISDIR) { try files.append("new", to: folder / "toFolder") }
      #expect(isLink(folder / "toFolder"))
    }
  }

  @Test func `a link into a missing folder, or to itself, is an error`() throws {
    try withLinks { folder in
      expectError(.fileNoSuchFile, .ENOENT) { try files.write("new", to: folder / "toMissingFolder") }
      expectError(.fileNoSuchFile, .ENOENT) { try files.append("new", to: folder / "toMissingFolder") }
      expectError(.fileWriteUnknown, .ELOOP) { try files.write("new", to: folder / "loop") }
      expectError(.fileWriteUnknown, .ELOOP) { try files.append("new", to: folder / "loop") }
      #expect(isLink(folder / "loop"))
    }
  }

  @Test func `a copy is of what a link leads to, and links inside are copied as they are`() throws {
    try withLinks { folder in
      try files.copy(folder / "toFile", to: folder / "copy")
      try files.copy(folder / "toFolder", to: folder / "copies")
      #expect(!isLink(folder / "copy") && !isLink(folder / "copies"))
      #expect(try files.readText(folder / "copy") == "text")
      #expect(try files.list(folder / "copies").map(\.lastPathComponent) == ["back", "file"])
      #expect(isLink(folder / "copies/back"))
      expectError(.fileReadNoSuchFile, .ENOENT) { try files.copy(folder / "toNowhere", to: folder / "other") }
    }
  }

  @Test func `a copy into itself through a link is an error`() throws {
    try withLinks { folder in
      expectError(.fileWriteUnknown, .EINVAL) { try files.copy(folder / "folder", to: folder / "toFolder/copy") }
      expectError(.fileWriteUnknown, .EINVAL) { try files.copy(folder / "toFolder", to: folder / "folder/copy") }
      expectError(.fileWriteUnknown, .EINVAL) { try files.move(folder / "folder", to: folder / "toFolder/moved") }
      let left = try files.list(folder / "folder")
      #expect(left.map(\.lastPathComponent) == ["back", "file"])
    }
  }

  @Test(arguments: ["toFile", "toFolder", "toNowhere", "loop"])
  func `a link itself is moved and removed`(link: String) throws {
    try withLinks { folder in
      try files.move(folder / link, to: folder / "moved")
      #expect(isLink(folder / "moved") && !isLink(folder / link))
      try files.remove(folder / "moved")
      #expect(!isLink(folder / "moved"))
      #expect(try files.list(folder / "folder").map(\.lastPathComponent) == ["back", "file"])
    }
  }

  @Test(arguments: ["toFile", "toFolder", "toNowhere", "loop"])
  func `where a link is, nothing else can be made`(link: String) throws {
    try withLinks { folder in
      expectError(.fileWriteFileExists, .EEXIST) { try files.createFolder(folder / link) }
      expectError(.fileWriteFileExists, .EEXIST) { try files.move(folder / "file", to: folder / link) }
      expectError(.fileWriteFileExists, .EEXIST) { try files.copy(folder / "file", to: folder / link) }
      #expect(isLink(folder / link))
    }
  }

  @Test func `a folder with its parents is there where a link leads to one, and an error where it leads nowhere`()
    throws
  {
    try withLinks { folder in
      try files.createFolder(folder / "toFolder", withParents: true)
      try files.createFolder(folder / "toFolder/a/b", withParents: true)
      #expect(files.exists(folder / "folder/a/b"))
      for path in ["toNowhere", "toNowhere/a/b", "loop"] {
        expectError(.fileWriteFileExists, .EEXIST) { try files.createFolder(folder / path, withParents: true) }
      }
    }
  }

  @Test func `an error names the link that leads nowhere, where a folder should be`() throws {
    try withLinks { folder in
      let error = #expect(throws: CocoaError.self) { try files.write("new", to: folder / "toNowhere/file") }
      #expect(error?.localizedDescription.contains("toNowhere is a link that leads nowhere. Make what") == true)
    }
  }

  #if os(Linux)
    /// Opens a file whose name is not UTF-8.
    private func openBad(in folder: URL, _ flags: CInt) -> CInt {
      let path = Array(folder.path.utf8) + Array("/".utf8) + [0xFF] + Array("bad\0".utf8)
      return path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
        name.baseAddress.map { open($0, flags, 0o600) } ?? -1
      }
    }

    @Test func `a link to a name that no URL can tell is not written through, and stays`() throws {
      try withLinks { folder in
        let target = Array((folder / "folder").path.utf8) + Array("/b".utf8) + [0xFF, 0]
        let link = (folder / "toBad").path
        target.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
          #expect(name.baseAddress.map { symlink($0, link) } == 0)
        }
        expectError(.fileWriteUnknown, .EILSEQ) { try files.write("new", to: folder / "toBad") }
        #expect(isLink(folder / "toBad"))
        let left = try files.list(folder / "folder")
        #expect(left.map(\.lastPathComponent) == ["back", "file"])
      }
    }

    @Test func `what is in a folder whose name no URL can tell is reached through a link`() throws {
      try withLinks { folder in
        let path = Array((folder / "d").path.utf8) + [0xFF, 0]
        let link = (folder / "toBad").path
        path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
          #expect(name.baseAddress.map { mkdir($0, 0o700) + symlink($0, link) } == 0)
        }
        for text in ["new", "newer"] { try files.write(text, to: folder / "toBad/file") }
        try files.copy(folder / "toBad/file", to: folder / "copy")
        #expect(try files.readText(folder / "copy") == "newer")
      }
    }

    @Test func `a name that no URL can tell is copied with its folder`() throws {
      try withLinks { folder in
        close(openBad(in: folder / "folder", O_CREAT))
        try files.copy(folder / "folder", to: folder / "copy")
        let file = openBad(in: folder / "copy", O_RDONLY)
        #expect(file >= 0)
        close(file)
      }
    }

    @Test func `a folder whose name no URL can tell is not copied, and the error names it`() throws {
      try withLinks { folder in
        let path = Array((folder / "folder").path.utf8) + Array("/d".utf8) + [0xFF, 0]
        path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
          #expect(name.baseAddress.map { mkdir($0, 0o700) } == 0)
        }
        let error = #expect(throws: CocoaError.self) { try files.copy(folder / "folder", to: folder / "copy") }
        #expect((error?.underlying as? POSIXError)?.code == .EILSEQ)
        #expect(error?.localizedDescription.contains("d\u{FFFD} stands for a name that is not UTF-8.") == true)
        let left = try files.list(folder).map(\.lastPathComponent)
        #expect(!left.contains { $0.contains("copy") })
      }
    }

    @Test func `a name that no URL can tell is not listed, and goes with its folder`() throws {
      try withLinks { folder in
        let file = openBad(in: folder / "folder", O_CREAT)
        try #require(file >= 0)
        close(file)
        try files.write("sound", to: folder / "folder/\u{FFFD}sound")
        let listed = try files.list(folder / "folder")
        #expect(listed.map(\.lastPathComponent) == ["back", "file", "\u{FFFD}sound"])
        try files.remove(folder / "folder")
        #expect(!files.exists(folder / "folder"))
      }
    }
  #endif
}

extension URL {
  fileprivate static func / (folder: URL, path: String) -> URL { folder.appending(path: path) }
}
