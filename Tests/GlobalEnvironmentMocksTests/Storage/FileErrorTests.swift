import Foundation
import GlobalEnvironmentTesting
import Testing

/// The same mistakes, the same errors.
@Suite(.environment(.mock))
struct FileErrorTests {

  /// A mistake, in a folder that has a file `f`, another `g`, an empty folder `d` and a folder `full` with a file `x`.
  struct Mistake: CustomStringConvertible, Sendable {
    var description: String
    var code: CocoaError.Code
    var reason: POSIXError.Code
    var make: @Sendable (any EnvironmentFileSystem, URL) throws -> Void

    init(
      _ description: String, _ code: CocoaError.Code, _ reason: POSIXError.Code,
      _ make: @escaping @Sendable (any EnvironmentFileSystem, URL) throws -> Void
    ) {
      (self.description, self.code, self.reason, self.make) = (description, code, reason, make)
    }
  }

  static let reading: [Mistake] = [
    Mistake("read what is missing", .fileReadNoSuchFile, .ENOENT) { _ = try $0.read($1 / "missing") },
    Mistake("read in a missing folder", .fileReadNoSuchFile, .ENOENT) { _ = try $0.read($1 / "no/x") },
    Mistake("read inside a file", .fileReadUnknown, .ENOTDIR) { _ = try $0.read($1 / "f/x") },
    Mistake("read a folder", .fileReadUnknown, .EISDIR) { _ = try $0.read($1 / "d") },
    Mistake("read a name too long", .fileReadInvalidFileName, .ENAMETOOLONG) { _ = try $0.read($1 / long) },
    Mistake("read a path too long", .fileReadInvalidFileName, .ENAMETOOLONG) { _ = try $0.read($1 / longPath) },
    Mistake("list what is missing", .fileReadNoSuchFile, .ENOENT) { _ = try $0.list($1 / "missing") },
    Mistake("list a file", .fileReadUnknown, .ENOTDIR) { _ = try $0.list($1 / "f") },
    Mistake("list inside a file", .fileReadUnknown, .ENOTDIR) { _ = try $0.list($1 / "f/x") },
    Mistake("look up what is missing", .fileReadNoSuchFile, .ENOENT) { _ = try $0.attributes(of: $1 / "missing") },
    Mistake("look up inside a file", .fileReadUnknown, .ENOTDIR) { _ = try $0.attributes(of: $1 / "f/x") },
    Mistake("look up a name too long", .fileReadInvalidFileName, .ENAMETOOLONG) {
      _ = try $0.attributes(of: $1 / long)
    },
  ]

  static let writing: [Mistake] = [
    Mistake("write to a missing folder", .fileNoSuchFile, .ENOENT) { try $0.write("", to: $1 / "no/x") },
    Mistake("write inside a file", .fileWriteUnknown, .ENOTDIR) { try $0.write("", to: $1 / "f/x") },
    Mistake("write to a folder", .fileWriteUnknown, .EISDIR) { try $0.write("", to: $1 / "d") },
    Mistake("write a name too long", .fileWriteInvalidFileName, .ENAMETOOLONG) { try $0.write("", to: $1 / long) },
    Mistake("append in a missing folder", .fileNoSuchFile, .ENOENT) { try $0.append("", to: $1 / "no/x") },
    Mistake("append inside a file", .fileWriteUnknown, .ENOTDIR) { try $0.append("", to: $1 / "f/x") },
    Mistake("append to a folder", .fileWriteUnknown, .EISDIR) { try $0.append("", to: $1 / "d") },
    Mistake("make a folder that is there", .fileWriteFileExists, .EEXIST) { try $0.createFolder($1 / "d") },
    Mistake("make a folder where a file is", .fileWriteFileExists, .EEXIST) { try $0.createFolder($1 / "f") },
    Mistake("make a folder with parents where a file is", .fileWriteFileExists, .EEXIST) {
      try $0.createFolder($1 / "f", withParents: true)
    },
    Mistake("make a folder in a missing one", .fileNoSuchFile, .ENOENT) { try $0.createFolder($1 / "no/x") },
    Mistake("make a folder inside a file", .fileWriteUnknown, .ENOTDIR) { try $0.createFolder($1 / "f/x") },
    Mistake("make a folder with parents inside a file", .fileWriteUnknown, .ENOTDIR) {
      try $0.createFolder($1 / "f/x/y", withParents: true)
    },
    Mistake("make a folder with a name too long", .fileWriteInvalidFileName, .ENAMETOOLONG) {
      try $0.createFolder($1 / long)
    },
    Mistake("remove what is missing", .fileNoSuchFile, .ENOENT) { try $0.remove($1 / "missing") },
    Mistake("remove inside a file", .fileWriteUnknown, .ENOTDIR) { try $0.remove($1 / "f/x") },
    Mistake("remove the root", .fileWriteUnknown, .EBUSY) { files, _ in try files.remove(URL(filePath: "/")) },
  ]

  static let moving: [Mistake] = [
    Mistake("move what is missing", .fileNoSuchFile, .ENOENT) { try $0.move($1 / "missing", to: $1 / "z") },
    Mistake("move to a file", .fileWriteFileExists, .EEXIST) { try $0.move($1 / "f", to: $1 / "g") },
    Mistake("move to a folder", .fileWriteFileExists, .EEXIST) { try $0.move($1 / "f", to: $1 / "d") },
    Mistake("move a folder to a file", .fileWriteFileExists, .EEXIST) { try $0.move($1 / "d", to: $1 / "f") },
    Mistake("move to itself", .fileWriteFileExists, .EEXIST) { try $0.move($1 / "f", to: $1 / "f") },
    Mistake("move a folder into itself", .fileWriteUnknown, .EINVAL) { try $0.move($1 / "full", to: $1 / "full/sub") },
    Mistake("move to a missing folder", .fileNoSuchFile, .ENOENT) { try $0.move($1 / "f", to: $1 / "no/z") },
    Mistake("move into a file", .fileWriteUnknown, .ENOTDIR) { try $0.move($1 / "f", to: $1 / "g/z") },
    Mistake("move to a name too long", .fileWriteInvalidFileName, .ENAMETOOLONG) {
      try $0.move($1 / "f", to: $1 / long)
    },
    Mistake("copy what is missing", .fileReadNoSuchFile, .ENOENT) { try $0.copy($1 / "missing", to: $1 / "z") },
    Mistake("copy to a file", .fileWriteFileExists, .EEXIST) { try $0.copy($1 / "f", to: $1 / "g") },
    Mistake("copy a folder to a folder", .fileWriteFileExists, .EEXIST) { try $0.copy($1 / "d", to: $1 / "full") },
    Mistake("copy a folder into itself", .fileWriteUnknown, .EINVAL) { try $0.copy($1 / "full", to: $1 / "full/sub") },
    Mistake("copy to a missing folder", .fileNoSuchFile, .ENOENT) { try $0.copy($1 / "f", to: $1 / "no/z") },
    Mistake("copy a folder to a missing one", .fileNoSuchFile, .ENOENT) { try $0.copy($1 / "d", to: $1 / "no/z") },
    Mistake("copy into a file", .fileWriteUnknown, .ENOTDIR) { try $0.copy($1 / "d", to: $1 / "g/z") },
    Mistake("copy to a name too long", .fileWriteInvalidFileName, .ENAMETOOLONG) {
      try $0.copy($1 / "f", to: $1 / long)
    },
  ]

  @Test(arguments: FileWorld.allCases, reading + writing + moving)
  func `a mistake is the same error everywhere, and changes nothing`(_ world: FileWorld, _ mistake: Mistake) throws {
    try world.withFolder { files, folder in
      try files.write("f", to: folder / "f")
      try files.write("g", to: folder / "g")
      try files.createFolder(folder / "d")
      try files.createFolder(folder / "full")
      try files.write("x", to: folder / "full/x")

      let error = try #require(#expect(throws: CocoaError.self) { try mistake.make(files, folder) })
      #expect(error.code == mistake.code)
      #expect((error.underlying as? POSIXError)?.code == mistake.reason)
      #expect(error.localizedDescription.hasPrefix("Cannot "))
      #expect(error.localizedDescription.utf8.count < 1_000)

      #expect(try files.list(folder).map(\.lastPathComponent) == ["d", "f", "full", "g"])
      #expect(try files.list(folder / "d").isEmpty)
      #expect(try files.list(folder / "full").map(\.lastPathComponent) == ["x"])
      #expect(try files.readText(folder / "f") == "f")
      #expect(try files.readText(folder / "g") == "g")
    }
  }

  @Test func `both say the same words`() throws {
    let mistakes = Self.reading + Self.writing + Self.moving
    for mistake in mistakes {
      var messages: [String] = []
      for world in FileWorld.allCases {
        try world.withFolder { files, folder in
          try files.write("", to: folder / "f")
          try files.write("", to: folder / "g")
          try files.createFolder(folder / "d")
          try files.createFolder(folder / "full")
          let error = #expect(throws: CocoaError.self) { try mistake.make(files, folder) }
          let message = error?.localizedDescription ?? "none"
          messages.append(message.replacing(folder.lastPathComponent, with: "folder").replacing(/…[^ ]*/, with: "…"))
        }
      }
      #expect(messages.first == messages.last, "\(mistake)")
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a copy whose paths would be too long is not begun`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      var deep = folder / "s"
      while deep.path.utf8.count < Int(PATH_MAX) - 260 { deep = deep / String(repeating: "n", count: 250) }
      try files.createFolder(deep, withParents: true)
      try files.createFolder(deep / String(repeating: "m", count: Int(PATH_MAX) - deep.path.utf8.count - 8))
      // The second has room, but not for the name that it has until it is whole.
      for name in [String(long.dropLast()), "s2"] {
        let error = #expect(throws: CocoaError.self) { try files.copy(folder / "s", to: folder / name) }
        #expect((error?.underlying as? POSIXError)?.code == .ENAMETOOLONG)
        #expect(try files.list(folder).map(\.lastPathComponent) == ["s"])
      }
    }
  }

  /// A folder inside `folder` whose path has so many bytes.
  private func folder(in folder: URL, size: Int, _ files: any EnvironmentFileSystem) throws -> URL {
    var deep = folder
    while deep.path.utf8.count < size - 202 { deep = deep / String(repeating: "n", count: 100) }
    deep = deep / String(repeating: "n", count: size - deep.path.utf8.count - 1)
    try files.createFolder(deep, withParents: true)
    return deep
  }

  @Test(arguments: FileWorld.allCases)
  func `a copy that would be too long under its hidden name is not begun`(_ world: FileWorld) throws {
    try world.withFolder { files, top in
      try files.write("text", to: top / "file")
      try files.createFolder(top / "full/sub", withParents: true)
      try files.write("text", to: top / "full/sub/file")
      // With a slash and 42 bytes, the name of the file has 1,024, and that of the one in the folder.
      for (source, size) in [("file", 981), ("full", 981 - "/sub/file".utf8.count)] {
        let deep = try folder(in: top, size: size, files)
        let error = #expect(throws: CocoaError.self) { try files.copy(top / source, to: deep / "c") }
        #expect((error?.underlying as? POSIXError)?.code == .ENAMETOOLONG)
        #expect(try files.list(deep).isEmpty)
        // Some systems know the folder for temporary files by a longer name.
        let shorter = try folder(in: top, size: size - 20, files)
        try files.copy(top / source, to: shorter / "c")
        let copy = source == "file" ? shorter / "c" : shorter / "c/sub/file"
        #expect(try files.readText(copy) == "text")
      }
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `a path with no room for a hidden name is too long to write to`(_ world: FileWorld) throws {
    try world.withFolder { files, top in
      let deep = try folder(in: top, size: Int(PATH_MAX) - 10, files)
      let error = #expect(throws: CocoaError.self) { try files.write("text", to: deep / "file") }
      #expect((error?.underlying as? POSIXError)?.code == .ENAMETOOLONG)
      #expect(try files.list(deep).isEmpty)
    }
  }

  @Test(
    arguments: FileWorld.allCases,
    [("日", "a"), ("a", "é"), ("é", "É"), ("ñ", "n"), ("é", "e\u{301}"), ("ß", "SS"), ("İ", "i"), ("Дир", "дир")])
  func `moving onto a name that is taken is an error, whatever its letters`(
    _ world: FileWorld, _ names: (String, String)
  ) throws {
    try world.withFolder { files, folder in
      try files.write("1", to: folder / names.0)
      try files.createFolder(folder / names.1)
      for (source, destination) in [names, (names.1, names.0)] {
        let error = #expect(throws: CocoaError.self) { try files.move(folder / source, to: folder / destination) }
        #expect(error?.code == .fileWriteFileExists)
        #expect((error?.underlying as? POSIXError)?.code == .EEXIST)
      }
      #expect(try files.readText(folder / names.0) == "1")
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `the message names the folder that is missing, and what makes it`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let error = #expect(throws: CocoaError.self) { try files.write("", to: folder / "a/b/c") }
      #expect(
        error?.localizedDescription == """
          Cannot write \(folder.path)/a/b/c: there is no folder \(folder.path)/a. Make it with \
          createFolder(_:withParents:) first.
          """)
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `where a file is read, the message does not say to make its folder`(_ world: FileWorld) throws {
    try world.withFolder { files, folder in
      let error = #expect(throws: CocoaError.self) { try files.read(folder / "a/b/c") }
      #expect(
        error?.localizedDescription == """
          Cannot read \(folder.path)/a/b/c: there is no folder \(folder.path)/a. Look with exists(_:) first, or catch \
          this error.
          """)
    }
  }

  @Test(
    arguments: FileWorld.allCases,
    ["https://example.com/a", "data:,a", "file:relative", "a", "file:///a%00b", "file:///a%FFb"])
  func `a URL that is not a file's is an error`(_ world: FileWorld, _ text: String) throws {
    try world.withFolder { files, folder in
      let url = try #require(URL(string: text))
      let reading: [() throws -> Void] = [
        { _ = try files.read(url) }, { _ = try files.list(url) }, { _ = try files.attributes(of: url) },
        { try files.copy(url, to: folder / "a") },
      ]
      let writing: [() throws -> Void] = [
        { try files.write("", to: url) }, { try files.append("", to: url) }, { try files.createFolder(url) },
        { try files.createFolder(url, withParents: true) }, { try files.remove(url) },
        { try files.move(folder, to: url) }, { try files.move(url, to: folder / "a") },
        { try files.copy(folder, to: url) },
      ]
      for read in reading {
        #expect { try read() } throws: { ($0 as? CocoaError)?.code == .fileReadUnsupportedScheme }
      }
      for write in writing {
        #expect { try write() } throws: { ($0 as? CocoaError)?.code == .fileWriteUnsupportedScheme }
      }
      #expect(!files.exists(url))
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `the message for such a URL has no secrets of it`(_ world: FileWorld) throws {
    try world.withFolder { files, _ in
      let url = try #require(URL(string: "https://anna:hidden@example.com/a?token=hidden"))
      let error = #expect(throws: CocoaError.self) { try files.read(url) }
      #expect(error?.localizedDescription.hasPrefix("https://example.com/a?token=… is not the URL of a file.") == true)
    }
  }
}

private let long = String(repeating: "n", count: 256)
private let longPath = String(repeating: "folder/", count: 1_000)

extension URL {
  fileprivate static func / (folder: URL, path: String) -> URL { folder.appending(path: path) }
}
