import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironment

/// What is said and done when another thread removes a folder at the same time.
@Suite(.environment(.mock))
struct VanishingFolderTests {
  private let folder = URL(filePath: "/tmp/a/b/c")

  @Test func `a folder that another removes before one looks is made again`() throws {
    let files = Removing(["/tmp/a/b/c", "/tmp/a"], once: true)
    try files.createFolder(folder, withParents: true)
    #expect(files.exists(folder))
  }

  @Test func `a folder that is there and not there each time is an error`() throws {
    let files = Removing(["/tmp/a"], once: false)
    let error = #expect(throws: CocoaError.self) { try files.createFolder(folder, withParents: true) }
    #expect(error?.code == .fileWriteFileExists)
    #expect(files.attempts == ["/tmp/a/b/c", "/tmp/a/b", "/tmp/a", "/tmp/a"])
  }

  @Test func `where the folder around a new one goes, the error names it`() throws {
    let path = try #require(FilePath(folder))
    let error = CocoaError(.createFolder(path), FileRefusal(.ENOENT, path, isReading: false))
    #expect(error.code == .fileNoSuchFile)
    let text = "Cannot create the folder /tmp/a/b/c: there is no folder /tmp/a/b. Make it with createFolder"
    #expect(error.localizedDescription.hasPrefix(text))
  }

  @Test func `what goes while the rules look at it is no matter of permissions`() throws {
    let path = try #require(FilePath(URL(filePath: "/no such folder/file")))
    // The folder around it goes between the look at it and the one at its permissions.
    for operation in [FileOperation.createFolder(path), .write(path), .append(path)] {
      #expect(Lookup().refusal(of: operation) == nil)
    }
  }
}

/// Files in memory, on which some folders were there when they were to be made, and not a moment later.
private final class Removing: EnvironmentFileSystem {
  private let base = InMemoryFiles()
  private let paths: Locked<[String]>
  private let isOnce: Bool
  private let log = Locked<[String]>([])

  init(_ paths: [String], once: Bool) {
    self.paths = Locked(paths)
    isOnce = once
  }

  var attempts: [String] { log.withLock { $0 } }

  func createFolder(_ url: URL) throws {
    let isThere = paths.withLock { paths in
      guard let index = paths.firstIndex(of: url.path) else { return false }
      if isOnce { paths.remove(at: index) }
      return true
    }
    log.withLock { $0.append(url.path) }
    if isThere { throw CocoaError(.fileWriteFileExists) }
    try base.createFolder(url)
  }

  func attributes(of url: URL) throws -> FileAttributes { try base.attributes(of: url) }
  func read(_ url: URL) throws -> Data { try base.read(url) }
  func write(_ data: Data, to url: URL) throws { try base.write(data, to: url) }
  func append(_ data: Data, to url: URL) throws { try base.append(data, to: url) }
  func list(_ url: URL) throws -> [URL] { try base.list(url) }
  func move(_ source: URL, to destination: URL) throws { try base.move(source, to: destination) }
  func copy(_ source: URL, to destination: URL) throws { try base.copy(source, to: destination) }
  func remove(_ url: URL) throws { try base.remove(url) }
  func folder(_ folder: KnownFolder) -> URL { base.folder(folder) }
}

/// A disk on which folders can be reached, and are gone when one asks for their permissions.
private struct Lookup: FileLookup {
  func kind(_ path: FilePath) -> FileAttributes.Kind? { nil }
  func refuses(_ right: FileRight, _ path: FilePath) -> POSIXError.Code? { DiskLookup().refuses(right, path) }
  func reachesInside(_ folder: FilePath) -> Bool { true }
  func contents(of folder: FilePath) -> [FilePath] { [] }
}
