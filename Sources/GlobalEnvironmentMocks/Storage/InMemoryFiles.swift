public import Foundation
public import GlobalEnvironment
import GlobalEnvironmentTime

/// A file system in memory, which throws the same errors for the same mistakes as the disk.
///
/// Every mock has one of its own; `Env.inMemoryFiles` is its handle. It begins with the folders of `KnownFolder`, except
/// `.applicationSupport`, which is missing as on a new iPhone. Dates are those of `Env.date()`. Names are compared byte by
/// byte, as on Linux; Apple's file systems treat both ways to write `é` as one, and the Mac's also `a` and `A`. A relative
/// URL, such as `URL(filePath: "draft.txt")`, is in the home folder.
///
/// ```swift
/// Env.inMemoryFiles.capacity = 1_000                    // a disk that is soon full
/// try Env.inMemoryFiles.setAccess(.readOnly, of: folder)
/// ```
public final class InMemoryFiles: EnvironmentFileSystem {
  let tree: Locked<FileTree>

  /// Creates a file system that holds nothing but the known folders, which were made at `date`.
  public init(startingAt date: Date = Env.date()) {
    var tree = Self.first
    tree.start = date
    self.tree = Locked(tree)
  }

  private static let first = FileTree(
    KnownFolder.allCases.filter { $0 != .applicationSupport }.compactMap { FilePath(url(of: $0)) }
      .flatMap { $0.ancestors + [$0] })

  // MARK: Circumstances

  /// How many bytes all files may have together; nil for no limit.
  ///
  /// As on a disk, replacing a file needs room for the old bytes and the new ones.
  public var capacity: Int? {
    get { tree.withLock { $0.capacity } }
    set { tree.withLock { $0.capacity = newValue } }
  }

  /// How many bytes all files have together.
  public var used: Int { tree.withLock { $0.used } }

  /// Changes what is allowed with a file or a folder, as `chmod` does.
  ///
  /// As on a disk, replacing or removing a file needs the right to change the folder, not the file.
  ///
  /// - Throws: `CocoaError(.fileReadNoSuchFile)` where there is nothing.
  public func setAccess(_ access: FileAccess, of url: URL) throws {
    try perform(.attributes(path(url, isReading: true))) { $0.setAccess(access, of: $1) }
  }

  // MARK: EnvironmentFileSystem

  /// Returns all bytes of a file, without a copy.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func read(_ url: URL) throws -> Data {
    try perform(.read(path(url, isReading: true))) { $0.data($1) }
  }

  /// Writes a file, or replaces it.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func write(_ data: Data, to url: URL) throws {
    let date = UnobservedRead.date
    try perform(.write(path(url))) { try $0.write(data.fromZero, to: $1, at: date) }
  }

  /// Adds bytes to the end of a file, which is made if needed; only those that fit, when the disk is full.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func append(_ data: Data, to url: URL) throws {
    let date = UnobservedRead.date
    try perform(.append(path(url))) { try $0.append(data.fromZero, to: $1, at: date) }
  }

  /// Returns what is in a folder, in the order of the names' UTF-8 bytes.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func list(_ url: URL) throws -> [URL] {
    try perform(.list(path(url, isReading: true))) { $0.names(in: $1) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { url.appending(component: $0, directoryHint: .notDirectory) }
  }

  /// Returns the kind, the size and the date of a file or a folder.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func attributes(of url: URL) throws -> FileAttributes {
    try perform(.attributes(path(url, isReading: true))) { $0.attributes($1) }
  }

  /// Makes one folder, in a folder that is there already.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func createFolder(_ url: URL) throws {
    let date = UnobservedRead.date
    try perform(.createFolder(path(url))) { $0.createFolder($1, at: date) }
  }

  /// Moves a file, or a folder with all that is in it, to where nothing is so far.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func move(_ source: URL, to destination: URL) throws {
    let destination = try path(destination)
    let date = UnobservedRead.date
    try perform(.move(path(source), to: destination)) { $0.move($1, to: destination, at: date) }
  }

  /// Copies a file, or a folder with all that is in it, to where nothing is so far.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func copy(_ source: URL, to destination: URL) throws {
    let destination = try path(destination)
    let date = UnobservedRead.date
    try perform(.copy(path(source, isReading: true), to: destination)) { try $0.copy($1, to: destination, at: date) }
  }

  /// Removes a file, or a folder with all that is in it.
  ///
  /// - Throws: The `CocoaError` that the disk would throw.
  public func remove(_ url: URL) throws {
    let date = UnobservedRead.date
    try perform(.remove(path(url))) { $0.remove($1, at: date) }
  }

  /// Returns the place of a folder that systems provide: the same on every machine.
  public func folder(_ folder: KnownFolder) -> URL { Self.url(of: folder) }

  fileprivate static func url(of folder: KnownFolder) -> URL {
    let path =
      switch folder {
      case .home: "/home/user/"
      case .documents: "/home/user/Documents/"
      case .caches: "/home/user/Library/Caches/"
      case .applicationSupport: "/home/user/Library/Application Support/"
      case .temporary: "/tmp/"
      }
    return URL(filePath: path, directoryHint: .isDirectory)
  }

  // MARK: Implementation

  // The date is read before the lock is taken, as `Env.date` may be a user's code.

  private func perform<Result>(
    _ operation: FileOperation, _ body: (inout FileTree, FilePath) throws -> Result
  ) throws -> Result {
    try tree.withLock { tree in
      if let refusal = tree.refusal(of: operation) { throw CocoaError(operation, refusal) }
      do {
        return try body(&tree, operation.path)
      } catch let refusal as FileRefusal {
        throw CocoaError(operation, refusal)
      }
    }
  }

  private func path(_ url: URL, isReading: Bool = false) throws -> FilePath {
    guard let path = FilePath(url.inPlaceOfProcess) else { throw CocoaError.notFile(url, isReading: isReading) }
    return path
  }
}

extension URL {
  /// This URL, in the home folder where it was relative to the working folder of the process, which no test should know.
  fileprivate var inPlaceOfProcess: URL {
    // audit:allow files – only to see whose folder that is.
    guard let baseURL, baseURL.path == FileManager.default.currentDirectoryPath else { return self }
    return URL(filePath: relativePath, relativeTo: InMemoryFiles.url(of: .home))
  }
}
