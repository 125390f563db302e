import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironment

/// The live defaults against the system's own answers.
@Suite(.environment(Environment()))
struct LiveStorageTests {

  // MARK: Files

  @Test func `the live files are the machine's`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(component: "file")
    try Env.files().write("text", to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "text")
    try Data("more".utf8).write(to: file)
    #expect(try Env.files().readText(file) == "more")
    #expect(try Env.files().list(folder).map(\.lastPathComponent) == ["file"])
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(try Env.files().attributes(of: file).modified == attributes[.modificationDate] as? Date)
    try Env.files().remove(file)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `the live folders are the system's`() {
    #expect(Env.files().folder(.temporary).path == FileManager.default.temporaryDirectory.path)
    #expect(Env.files().folder(.home).path == NSHomeDirectory())
    let known: [(KnownFolder, FileManager.SearchPathDirectory)] = [
      (.documents, .documentDirectory), (.caches, .cachesDirectory),
      (.applicationSupport, .applicationSupportDirectory),
    ]
    for (folder, directory) in known {
      let url = FileManager.default.urls(for: directory, in: .userDomainMask).first
      #expect(Env.files().folder(folder).path == url?.path)
    }
  }

  @Test func `a link is followed, and removed without what it leads to`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Live-\(UUID().uuidString)")
    try Env.files().createFolder(folder.appending(component: "real"), withParents: true)
    defer { try? Env.files().remove(folder) }
    let (link, dangling) = (folder.appending(component: "link"), folder.appending(component: "dangling"))
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real")
    try FileManager.default.createSymbolicLink(atPath: dangling.path, withDestinationPath: "nowhere")
    try Env.files().write("text", to: link.appending(component: "file"))
    #expect(try Env.files().attributes(of: link).kind == .folder)
    #expect(!Env.files().exists(dangling))
    let error = #expect(throws: CocoaError.self) { try Env.files().read(dangling) }
    #expect(error?.code == .fileReadNoSuchFile)
    try Env.files().remove(link)
    try Env.files().remove(dangling)
    #expect(try Env.files().readText(folder.appending(path: "real/file")) == "text")
  }

  @Test func `what is neither a file nor a folder is something else`() throws {
    #expect(try Env.files().attributes(of: URL(filePath: "/dev/null")).kind == .other)
  }

  @Test func `a named pipe takes what is written and appended, and stays a pipe`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Live-\(UUID().uuidString)")
    try Env.files().createFolder(folder)
    defer { try? Env.files().remove(folder) }
    let (pipe, link) = (folder.appending(component: "pipe"), folder.appending(component: "link"))
    try #require(mkfifo(pipe.path, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "pipe")
    // Open for both, it waits for no other end.
    let reader = FileHandle(fileDescriptor: open(pipe.path, O_RDWR), closeOnDealloc: true)
    try Env.files().write("a", to: pipe)
    try Env.files().write("b", to: link)
    try Env.files().append("c", to: link)
    try Env.files().write("d", to: URL(filePath: "/dev/fd/\(reader.fileDescriptor)"))
    #expect(try Env.files().attributes(of: pipe).kind == .other)
    #expect(try reader.read(upToCount: 4) == Data("abcd".utf8))
  }

  @Test func `a device and a pipe are read to their end`() throws {
    #expect(try Env.files().read(URL(filePath: "/dev/null")).isEmpty)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (FileHandle(fileDescriptor: ends[0]), FileHandle(fileDescriptor: ends[1]))
    try writer.write(contentsOf: Data("text".utf8))
    try writer.close()
    #expect(try Env.files().readText(URL(filePath: "/dev/fd/\(reader.fileDescriptor)")) == "text")
    try reader.close()
  }

  @Test func `a device or a pipe is not copied, alone or in a folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Live-\(UUID().uuidString)")
    let (inside, pipe) = (folder.appending(component: "inside"), folder.appending(path: "inside/pipe"))
    try Env.files().createFolder(inside, withParents: true)
    defer { try? Env.files().remove(folder) }
    try #require(mkfifo(pipe.path, 0o600) == 0)
    for source in [inside, pipe, URL(filePath: "/dev/null")] {
      let error = #expect(throws: CocoaError.self) {
        try Env.files().copy(source, to: folder.appending(component: "copy"))
      }
      #expect((error?.underlying as? POSIXError)?.code == .EOPNOTSUPP)
      #expect(error?.localizedDescription.contains("is neither a file nor a folder") == true)
      #expect(try Env.files().list(folder) == [inside])
    }
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o755, 0o400] as [mode_t])
  func `a file that is replaced keeps its permissions`(mode: mode_t) throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Live-\(UUID().uuidString)")
    try Env.files().createFolder(folder)
    defer { try? Env.files().remove(folder) }
    let (file, link) = (folder.appending(component: "file"), folder.appending(component: "link"))
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "file")
    try Env.files().write("old", to: file)
    for url in [file, link] {
      try #require(chmod(file.path, mode) == 0)
      try Env.files().write("new", to: url)
      var status = stat()
      try #require(stat(file.path, &status) == 0)
      #expect(status.st_mode & 0o7777 == mode)
    }
    #expect(try Env.files().list(folder) == [file, link])
  }

  #if os(Linux)
    @Test(.enabled(if: geteuid() == 0, "Only root may give files away."))
    func `a file that is replaced keeps its owner and its group`() throws {
      let file = FileManager.default.temporaryDirectory.appending(component: "Live-\(UUID().uuidString)")
      try Env.files().write("old", to: file)
      defer { try? Env.files().remove(file) }
      try #require(chown(file.path, 65_534, 65_533) == 0)
      try Env.files().write("new", to: file)
      var status = stat()
      try #require(stat(file.path, &status) == 0)
      #expect(status.st_uid == 65_534 && status.st_gid == 65_533)
    }
  #endif

  @Test func `a pipe whose reader has gone is an error, and not the end of the process`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (FileHandle(fileDescriptor: ends[0]), FileHandle(fileDescriptor: ends[1]))
    try reader.close()
    let url = URL(filePath: "/dev/fd/\(writer.fileDescriptor)")
    #expect(throws: CocoaError.self) { try Env.files().write("a", to: url) }
    #expect(throws: CocoaError.self) { try Env.files().append("a", to: url) }
    try writer.close()
  }

  // MARK: Defaults

  @Test func `the live defaults are UserDefaults, and others read what is set`() throws {
    let name = "GlobalEnvironmentTests.\(UUID().uuidString)"
    let suite = try Env.defaults().suite(name)
    // Not `removePersistentDomain`, which tells every observer in the process of a change.
    defer { for key in ["number", "isOn", "names", "theirs"] { suite.set(nil, for: key) } }
    let system = try #require(UserDefaults(suiteName: name))
    suite[DefaultsKey("number", default: 0)] = 7
    suite[DefaultsKey("isOn", default: false)] = true
    suite[DefaultsKey("names", default: [""])] = ["a", "b"]
    #expect(system.integer(forKey: "number") == 7)
    #expect(system.bool(forKey: "isOn"))
    #expect(system.stringArray(forKey: "names") == ["a", "b"])
    system.set(["x": [1.5]], forKey: "theirs")
    #expect(suite.value(for: "theirs") == ["x": [1.5]])
    // Read as the nearest number, as others are.
    system.set(["id": UInt64.max, "name": "a"], forKey: "theirs")
    guard case .dictionary(let values)? = suite.value(for: "theirs") else {
      Issue.record("Nothing was read.")
      return
    }
    #expect(values["name"] == "a")
    system.set(["x": [1.5]], forKey: "theirs")
    #expect(suite[DefaultsKey<[String: [Double]]?>("theirs")] == ["x": [1.5]])
  }

  @Test func `the live defaults are the user's own`() {
    #expect(Env.defaults().value(for: "GlobalEnvironmentTests.missing") == nil)
    #expect(Env.defaults() as? SystemDefaults === SystemDefaults.standard)
  }

  // MARK: Secrets

  #if !canImport(Security)
    @Test func `without a keychain, an error says how to set a store`() {
      let uses: [() throws -> Void] = [
        { _ = try Env.secrets().read("token") }, { try Env.secrets().write("s3cret", for: "token") },
        { try Env.secrets().remove("token") },
      ]
      for use in uses {
        let error = #expect(throws: SecretError.self, performing: use)
        #expect(error?.name == "token")
        #expect(error?.description.contains("Env.secrets = { store }") == true)
        #expect(error?.description.contains("s3cret") == false)
      }
    }
  #endif

  // MARK: Overrides

  @Test func `a store of one's own takes the place of the live one`() throws {
    struct Sealed: SecretStore {
      func read(_ name: String) throws -> Data? { Data("sealed \(name)".utf8) }
      func write(_ secret: Data, for name: String) throws {}
      func remove(_ name: String) throws {}
    }
    Env.secrets = { Sealed() }
    #expect(try Env.secrets().readText("token") == "sealed token")
    let (files, defaults) = (InMemoryFiles(), InMemoryDefaults(["volume": 3]))
    Env.files = { files }
    Env.defaults = { defaults }
    try Env.files().write("text", to: URL(filePath: "/tmp/only here"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/only here"))
    #expect(Env.defaults()[DefaultsKey("volume", default: 0)] == 3)
  }
}
