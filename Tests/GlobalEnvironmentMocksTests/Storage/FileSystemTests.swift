import Foundation
import GlobalEnvironmentTesting
import Testing

/// What both file systems do.
@Suite(.environment(.mock))
struct FileSystemTests {

  // MARK: Reading and writing

  @Test(arguments: FileWorld.allCases)
  func `what is written is read`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "a")
      try files.write(Data([1, 2, 3]), to: file)
      #expect(try files.read(file) == Data([1, 2, 3]))
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `writing replaces what was there`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "a")
      try files.write("long ago", to: file)
      try files.write("now", to: file)
      #expect(try files.readText(file) == "now")
      #expect(try files.list(folder) == [file])
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `an empty file is a file`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "empty")
      try files.write(Data(), to: file)
      #expect(files.exists(file))
      #expect(try files.read(file) == Data())
      #expect(try files.attributes(of: file).size == 0)
      try files.append(Data(), to: file)
      #expect(try files.read(file).isEmpty)
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `appending adds to the end, and makes the file`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let log = folder.appending(component: "log")
      try files.append("one\n", to: log)
      try files.append("two\n", to: log)
      #expect(try files.readText(log) == "one\ntwo\n")
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a part of some data is read back from zero`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "part")
      try files.write(Data([1, 2, 3, 4])[2...], to: file)
      #expect(try files.read(file).startIndex == 0)
      try files.append(Data([5, 6])[1...], to: file)
      #expect(try files.read(file) == Data([3, 4, 6]))
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `data that was read stays as it was`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "a")
      try files.write("before", to: file)
      let before = try files.read(file)
      try files.append(" and after", to: file)
      #expect(String(decoding: before, as: UTF8.self) == "before")
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `ten million bytes come back`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "huge")
      let data = Data(repeating: 7, count: 10_000_000)
      try files.write(data, to: file)
      try files.append(data, to: file)
      #expect(try files.read(file) == data + data)
      #expect(try files.attributes(of: file).size == 20_000_000)
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `bytes that are not UTF-8 are no text`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "a")
      try files.write(Data([0x66, 0xFF]), to: file)
      let error = try #require(#expect(throws: CocoaError.self) { try files.readText(file) })
      #expect(error.code == .fileReadInapplicableStringEncoding)
      #expect(error.localizedDescription.contains("not UTF-8"))
    }
  }

  // MARK: Folders

  @Test(arguments: FileWorld.allCases)
  func `a folder lists what is in it, in the order of the bytes`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      for name in ["b", "a", ".hidden", "B", "é", "10", "9"] {
        try files.write(name, to: folder.appending(component: name))
      }
      try files.createFolder(folder.appending(component: "z"))
      try files.write("deeper", to: folder.appending(components: "z", "not here"))
      #expect(try files.list(folder).map(\.lastPathComponent) == [".hidden", "10", "9", "B", "a", "b", "z", "é"])
      #expect(try files.list(folder).last == folder.appending(component: "é"))
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a new folder is empty`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let contents = try files.list(folder)
      #expect(contents.isEmpty)
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a folder can be made with those above it, and made again`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let deep = folder.appending(path: "a/b/c/")
      try files.createFolder(deep, withParents: true)
      try files.createFolder(deep, withParents: true)
      #expect(try files.attributes(of: deep).kind == .folder)
      #expect(try files.list(folder.appending(path: "a/b")).map(\.lastPathComponent) == ["c"])
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a thousand folders deep is an error, not a crash`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let deep = folder.appending(path: String(repeating: "folder/", count: 1_000))
      let error = #expect(throws: CocoaError.self) { try files.createFolder(deep, withParents: true) }
      #expect(error?.code == .fileWriteInvalidFileName)
    }
  }

  @Test(
    arguments: FileWorld.allCases,
    ["../b/c", "../../b/c/", "./b/../../b/c", "x//../b/c", "x/..//b//c", "//b//c", "/b/./c/.", "x/y/../../b/c"])
  func `a folder is made where its path leads, with those above it and no others`(
    _ world: FileWorld, _ path: String
  ) throws {
    try world.withFolder { files, folder in
      let base = folder.appending(path: "o/p", directoryHint: .isDirectory)
      try files.createFolder(base, withParents: true)
      let (joined, relative) = (URL(filePath: "\(base.path)/\(path)"), URL(filePath: path, relativeTo: base))
      // To a relative URL, an empty name is a name, and `..` goes back from there (RFC 3986).
      for url in path.hasPrefix("/") || path.contains("//..") ? [joined] : [joined, relative] {
        try files.createFolder(url, withParents: true)
        #expect(try files.attributes(of: url).kind == .folder)
        #expect(try files.list(url.appending(path: "..")).map(\.lastPathComponent) == ["c"])
        #expect(!files.exists(base.appending(component: "x")))
        try files.remove(url)
      }
    }
  }

  @Test func `making parents ends where a file system keeps saying that they are missing`() {
    let files = Forgetful()
    let error = #expect(throws: CocoaError.self) {
      try files.createFolder(URL(filePath: "/a/b/c"), withParents: true)
    }
    #expect(error?.code == .fileNoSuchFile)
  }

  @Test(arguments: FileWorld.allCases)
  func `attributes tell the kind and the size`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "a")
      try files.write("12345", to: file)
      #expect(try files.attributes(of: file).kind == .file)
      #expect(try files.attributes(of: file).size == 5)
      #expect(try files.attributes(of: folder).kind == .folder)
      #expect(try files.attributes(of: folder).size == 0)
    }
  }

  // MARK: Moving, copying, removing

  @Test(arguments: FileWorld.allCases)
  func `a moved file is there and no longer here`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let (old, new) = (folder.appending(component: "old"), folder.appending(component: "new"))
      try files.write("text", to: old)
      try files.move(old, to: new)
      #expect(!files.exists(old))
      #expect(try files.readText(new) == "text")
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a folder moves with all that is in it`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let (old, new) = (folder.appending(component: "old"), folder.appending(component: "new"))
      try files.createFolder(old.appending(path: "deep/er"), withParents: true)
      try files.write("text", to: old.appending(path: "deep/er/file"))
      try files.write("similar", to: folder.appending(component: "older"))
      try files.move(old, to: new)
      #expect(try files.readText(new.appending(path: "deep/er/file")) == "text")
      #expect(try files.list(folder).map(\.lastPathComponent) == ["new", "older"])
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a copy of a folder is independent`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let (source, copy) = (folder.appending(component: "source"), folder.appending(component: "copy"))
      try files.createFolder(source.appending(component: "sub"), withParents: true)
      try files.write("text", to: source.appending(path: "sub/file"))
      try files.copy(source, to: copy)
      try files.append(" and more", to: source.appending(path: "sub/file"))
      #expect(try files.readText(copy.appending(path: "sub/file")) == "text")
      #expect(try files.readText(source.appending(path: "sub/file")) == "text and more")
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `removing takes a folder with all that is in it, and nothing else`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      try files.createFolder(folder.appending(path: "a/b"), withParents: true)
      try files.write("text", to: folder.appending(path: "a/b/c"))
      try files.write("stays", to: folder.appending(path: "ab"))
      try files.remove(folder.appending(component: "a"))
      #expect(try files.list(folder).map(\.lastPathComponent) == ["ab"])
      #expect(!files.exists(folder.appending(path: "a/b/c")))
    }
  }

  // MARK: Paths

  @Test(arguments: FileWorld.allCases)
  func `dots and slashes that mean nothing are resolved`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: "a")
      try files.write("text", to: file)
      for path in ["./a", "missing/../a", "a/../a", "//a", "a/", "../\(folder.lastPathComponent)/a"] {
        #expect(try files.readText(folder.appending(path: path)) == "text", "\(path)")
      }
    }
  }

  @Test(
    arguments: FileWorld.allCases,
    ["é", "e\u{301}", "日本語", "👩‍👩‍👧", "a b", "100%", "%2F", "a:b", "a\\b", "#?;&", "...", "~", "\u{301}x", "a\nb"])
  func `a name may be anything but a slash`(_ world: FileWorld, _ name: String) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: name, directoryHint: .notDirectory)
      try files.write(name, to: file)
      #expect(try files.readText(file) == name)
      #expect(try files.list(folder).map { Array($0.lastPathComponent.utf8) } == [Array(name.utf8)])
      #expect(try files.list(folder).first.map(files.readText) == name)
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a name may have 255 bytes`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let file = folder.appending(component: String(repeating: "n", count: 255))
      try files.write("text", to: file)
      #expect(try files.readText(file) == "text")
    }
  }

  @Test(arguments: FileWorld.allCases, KnownFolder.allCases)
  func `a known folder is a file URL that ends in a slash`(_ world: FileWorld, _ known: KnownFolder) throws {
    try world.withFolder { files, _ in
      #expect(files.folder(known).isFileURL)
      #expect(files.folder(known).hasDirectoryPath)
    }
  }
}

/// A file system that makes the first folder, and forgets it.
private struct Forgetful: EnvironmentFileSystem {
  func createFolder(_ url: URL) throws {
    if url.path != "/a" { throw CocoaError(.fileNoSuchFile) }
  }

  func read(_ url: URL) throws -> Data { throw CocoaError(.fileReadNoSuchFile) }
  func write(_ data: Data, to url: URL) throws {}
  func append(_ data: Data, to url: URL) throws {}
  func list(_ url: URL) throws -> [URL] { [] }
  func attributes(of url: URL) throws -> FileAttributes { throw CocoaError(.fileReadNoSuchFile) }
  func move(_ source: URL, to destination: URL) throws {}
  func copy(_ source: URL, to destination: URL) throws {}
  func remove(_ url: URL) throws {}
  func folder(_ folder: KnownFolder) -> URL { URL(filePath: "/") }
}
