import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// What only the file system in memory has.
@Suite(.hidesKnownIssues, .environment(.mock))
struct InMemoryFilesTests {
  private let file = URL(filePath: "/tmp/file")

  @Test func `a mock begins with the folders of the system, but for Application Support`() {
    let paths = KnownFolder.allCases.map { Env.files().folder($0).path }
    #expect(
      paths == [
        "/home/user", "/home/user/Documents", "/home/user/Library/Caches", "/home/user/Library/Application Support",
        "/tmp",
      ])
    #expect(KnownFolder.allCases.filter { !Env.files().exists(Env.files().folder($0)) } == [.applicationSupport])
    #expect(Env.inMemoryFiles.used == 0)
  }

  @Test func `two mocks share no file`() throws {
    let other = Environment.mock
    try Env.files().write("text", to: file)
    #expect(!other.files().exists(file))
  }

  @Test func `changes have the date of the environment`() throws {
    let start = Env.date()
    #expect(try Env.files().attributes(of: URL(filePath: "/tmp")).modified == start)
    Env.time.advance(by: .seconds(60))
    try Env.files().write("text", to: file)
    Env.time.advance(by: .seconds(60))
    try Env.files().append("more", to: file)
    #expect(try Env.files().attributes(of: file).modified == start + 120)
    #expect(try Env.files().attributes(of: URL(filePath: "/tmp")).modified == start + 60)
  }

  @Test func `a name is its bytes`() throws {
    try Env.files().write("one scalar", to: URL(filePath: "/tmp/\u{E9}"))
    try Env.files().write("two", to: URL(filePath: "/tmp/e\u{301}"))
    #expect(try Env.files().readText(URL(filePath: "/tmp/\u{E9}")) == "one scalar")
    #expect(try Env.files().list(URL(filePath: "/tmp")).count == 2)
  }

  // MARK: A full disk

  @Test func `a full disk takes nothing more, and keeps what it has`() throws {
    try Env.files().write("12345", to: file)
    Env.inMemoryFiles.capacity = 8
    let bodies: [() throws -> Void] = [
      { [file] in try Env.files().write("123456789", to: file) },
      { try Env.files().write("6789", to: URL(filePath: "/tmp/other")) },
      { [file] in try Env.files().copy(file, to: URL(filePath: "/tmp/other")) },
      { try Env.files().copy(URL(filePath: "/tmp"), to: URL(filePath: "/home/user/copy")) },
    ]
    for body in bodies {
      let error = #expect(throws: CocoaError.self, performing: body)
      #expect(error?.code == .fileWriteOutOfSpace)
      #expect((error?.underlying as? POSIXError)?.code == .ENOSPC)
      #expect(error?.localizedDescription.contains("disk is full") == true)
    }
    #expect(try Env.files().readText(file) == "12345")
    #expect(try Env.files().list(URL(filePath: "/tmp")) == [file])
    #expect(Env.inMemoryFiles.used == 5)
  }

  @Test func `what is used is what all files have, after each change`() throws {
    let folder = URL(filePath: "/tmp/folder")
    let (note, moved) = (folder.appending(path: "note"), folder.appending(path: "moved"))
    let copy = URL(filePath: "/tmp/copy")
    let changes: [(() throws -> Void, used: Int)] = [
      ({ try Env.files().createFolder(folder) }, 0), ({ try Env.files().write("12345", to: note) }, 5),
      ({ try Env.files().write("123", to: note) }, 3), ({ try Env.files().append("45", to: note) }, 5),
      ({ try Env.files().move(note, to: moved) }, 5), ({ try Env.files().copy(folder, to: copy) }, 10),
      ({ try Env.files().remove(moved) }, 5), ({ try Env.files().remove(copy) }, 0),
    ]
    for (change, used) in changes {
      try change()
      #expect(Env.inMemoryFiles.used == used)
    }
  }

  @Test func `what fits exactly is written`() throws {
    Env.inMemoryFiles.capacity = 5
    try Env.files().write("12", to: file)
    try Env.files().write("345", to: file)
    try Env.files().append("67", to: file)
    try Env.files().append("", to: file)
    #expect(Env.inMemoryFiles.used == 5)
  }

  @Test func `what replaces a file needs room beside it`() throws {
    Env.inMemoryFiles.capacity = 5
    try Env.files().write("12345", to: file)
    let error = #expect(throws: CocoaError.self) { try Env.files().write("1", to: file) }
    #expect(error?.code == .fileWriteOutOfSpace)
    #expect(try Env.files().readText(file) == "12345")
  }

  @Test func `of what is appended to a full disk, the beginning that fits is there`() throws {
    Env.inMemoryFiles.capacity = 8
    for (name, before) in [("file", "12345"), ("new", "")] {
      let url = URL(filePath: "/tmp/\(name)")
      if !before.isEmpty { try Env.files().write(before, to: url) }
      let error = #expect(throws: CocoaError.self) { try Env.files().append("123456789", to: url) }
      #expect(error?.code == .fileWriteOutOfSpace)
      #expect(try Env.files().readText(url) == before + "12345678".prefix(8 - before.count))
      try Env.files().remove(url)
    }
  }

  @Test func `removing makes space`() throws {
    Env.inMemoryFiles.capacity = 5
    try Env.files().write("12345", to: file)
    try Env.files().remove(file)
    try Env.files().write("67890", to: file)
    Env.inMemoryFiles.capacity = nil
    try Env.files().append("and more", to: file)
  }

  @Test(arguments: [Int.min, -1, 0])
  func `no capacity at all is a full disk`(_ capacity: Int) throws {
    Env.inMemoryFiles.capacity = capacity
    #expect(throws: CocoaError.self) { try Env.files().write("1", to: file) }
    try Env.files().write("", to: file)
  }

  // MARK: Misuse

  @Test func `permissions of what is missing are an error`() throws {
    let error = #expect(throws: CocoaError.self) { try Env.inMemoryFiles.setAccess(.none, of: file) }
    #expect(error?.code == .fileReadNoSuchFile)
  }

  @Test func `the handle of another file system says so`() {
    Env.files = Environment.live.files
    withKnownIssue {
      Env.inMemoryFiles.capacity = 0
    } matching: {
      "\($0)".contains("let files = InMemoryFiles(); Env.files = { files }")
    }
  }

  // MARK: Size and concurrency

  @Test func `a hundred million bytes are written, copied and read without a copy of them`() throws {
    let data = Data(repeating: 1, count: 100_000_000)
    let address = data.withUnsafeBytes { $0.baseAddress }
    try Env.files().write(data, to: file)
    try Env.files().copy(file, to: URL(filePath: "/tmp/copy"))
    let read = try Env.files().read(URL(filePath: "/tmp/copy"))
    #expect(read.withUnsafeBytes { $0.baseAddress } == address)
  }

  @Test func `folders may be deeper than any path is long`() throws {
    var top = URL(filePath: "/tmp/0")
    try Env.files().createFolder(top)
    for level in 1...50 {
      let next = URL(filePath: "/tmp/\(level)")
      try Env.files().createFolder(next)
      try Env.files().move(top, to: next.appending(component: String(repeating: "n", count: 250)))
      top = next
    }
    try Env.files().remove(top)
    #expect(try Env.files().list(URL(filePath: "/tmp")).isEmpty)
  }

  @Test(arguments: FileWorld.allCases)
  func `what many append at once is whole`(_ world: FileWorld) async throws {
    let files = world == .disk ? Environment.live.files() : Env.files()
    let log = files.folder(.temporary).appending(component: "Log-\(UUID().uuidString)")
    defer { try? files.remove(log) }
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask { for number in 0..<50 { try files.append("\(task) \(number)\n", to: log) } }
      }
      try await group.waitForAll()
    }
    let lines = try files.readText(log).split(separator: "\n")
    #expect(Set(lines).count == 400)
    for task in 0..<8 {
      #expect(lines.filter { $0.hasPrefix("\(task) ") } == (0..<50).map { "\(task) \($0)" })
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `readers see one whole write or another`(_ world: FileWorld) async throws {
    let files = world == .disk ? Environment.live.files() : Env.files()
    let file = files.folder(.temporary).appending(component: "Whole-\(UUID().uuidString)")
    defer { try? files.remove(file) }
    try files.write(Data(repeating: 0, count: 10_000), to: file)
    try await withThrowingTaskGroup { group in
      for byte in UInt8(1)...2 {
        group.addTask { for _ in 0..<50 { try files.write(Data(repeating: byte, count: 10_000), to: file) } }
      }
      group.addTask {
        for _ in 0..<100 {
          let data = try files.read(file)
          #expect(Set(data).count == 1 && data.count == 10_000)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: FileWorld.allCases)
  func `folders that are made at once with the same parents are all made`(_ world: FileWorld) async throws {
    let files = world == .disk ? Environment.live.files() : Env.files()
    let top = files.folder(.temporary).appending(component: "Parents-\(UUID().uuidString)")
    defer { try? files.remove(top) }
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        group.addTask { try files.createFolder(top.appending(path: "a/b/\(number % 4)"), withParents: true) }
      }
      try await group.waitForAll()
    }
    #expect(try files.list(top.appending(path: "a/b")).count == 4)
  }
}
