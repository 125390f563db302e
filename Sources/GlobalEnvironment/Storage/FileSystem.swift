public import Foundation

/// Files and folders: the disk in the live world, memory in a mock.
///
/// ```swift
/// let settings = Env.files().folder(.documents).appending(component: "settings.json")
/// try Env.files().write(data, to: settings)
/// ```
///
/// URLs are file URLs. `.`, `..` and slashes at the end are resolved in the text of the path, before any link is followed.
/// What fails throws the `CocoaError` that Foundation has for it (`.fileReadNoSuchFile` where there is nothing to read,
/// `.fileNoSuchFile` where there is no folder to write to, `.fileWriteFileExists`, `.fileWriteOutOfSpace`, …), with a
/// description that says how to go on, and a `POSIXError` as its `underlying` error, which tells all mistakes apart.
///
/// All of it may be used from any thread, and works on the thread of the caller. To make one of your own, give the
/// requirements; what else users call is built on them.
public protocol FileSystem: Sendable {

  /// Returns all bytes of a file.
  ///
  /// - Throws: `CocoaError`: `.fileReadNoSuchFile` where there is none, `.fileReadUnknown` for a folder,
  ///   `.fileReadNoPermission`.
  func read(_ url: URL) throws -> Data

  /// Writes a file, or replaces it: others see the old bytes or the new ones, never a part.
  ///
  /// The folder must be there already.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where the folder is missing, `.fileWriteUnknown` where a folder is in the
  ///   way, `.fileWriteNoPermission`, `.fileWriteOutOfSpace`.
  func write(_ data: Data, to url: URL) throws

  /// Adds bytes to the end of a file, which is made if need be; two that append at once do not mix their bytes.
  ///
  /// - Throws: As ``write(_:to:)-(Data,_)`` does.
  func append(_ data: Data, to url: URL) throws

  /// Returns what is in a folder, hidden files included, in the order of the names' UTF-8 bytes.
  ///
  /// - Returns: URLs without a slash at the end, as `url.appending(component: "name")` makes them.
  /// - Throws: `CocoaError`: `.fileReadNoSuchFile` where there is no folder, `.fileReadUnknown` for a file,
  ///   `.fileReadNoPermission`.
  func list(_ url: URL) throws -> [URL]

  /// Returns the kind, the size and the date of a file or a folder; of what it leads to, for a link.
  ///
  /// - Throws: `CocoaError`: `.fileReadNoSuchFile` where there is nothing, `.fileReadNoPermission`.
  func attributes(of url: URL) throws -> FileAttributes

  /// Makes one folder, in a folder that is there already.
  ///
  /// - Throws: `CocoaError`: `.fileWriteFileExists` where something is, `.fileNoSuchFile` where the folder around it is
  ///   missing, `.fileWriteNoPermission`.
  func createFolder(_ url: URL) throws

  /// Moves a file, or a folder with all that is in it, to where nothing is so far.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where there is nothing to move or no folder to move it to,
  ///   `.fileWriteFileExists` where something is, `.fileWriteUnknown` for a folder that would go into itself.
  func move(_ source: URL, to destination: URL) throws

  /// Copies a file, or a folder with all that is in it, to where nothing is so far.
  ///
  /// - Throws: `CocoaError`: `.fileReadNoSuchFile` where there is nothing to copy, else as ``move(_:to:)`` does.
  func copy(_ source: URL, to destination: URL) throws

  /// Removes a file, or a folder with all that is in it.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where there is nothing, `.fileWriteNoPermission`.
  func remove(_ url: URL) throws

  /// Returns where a folder is that systems provide. It need not exist: on a fresh iPhone, `.applicationSupport` does not.
  func folder(_ folder: KnownFolder) -> URL
}

extension FileSystem {

  /// Returns whether there is a file or a folder; false also where one may not look.
  public func exists(_ url: URL) -> Bool {
    (try? attributes(of: url)) != nil
  }

  /// Makes a folder and, if told, those above it that are missing; a folder that is there already is fine then.
  ///
  /// - Throws: As ``createFolder(_:)`` does; with `withParents`, `.fileWriteFileExists` only where it is no folder.
  public func createFolder(_ url: URL, withParents: Bool) throws {
    guard withParents else { return try createFolder(url) }
    do {
      try createFolder(url)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      // Somebody else may have made it at the same time, so this is only asked afterwards.
      guard try attributes(of: url).kind == .folder else { throw error }
    } catch let error as CocoaError where error.code == .fileNoSuchFile {
      let parent = url.standardized.deletingLastPathComponent()
      guard parent.path.utf8.count < url.standardized.path.utf8.count else { throw error }
      try createFolder(parent, withParents: true)
      try createFolder(url, withParents: true)
    }
  }

  /// Returns the text of a file in UTF-8.
  ///
  /// - Throws: `CocoaError(.fileReadInapplicableStringEncoding)` for bytes that are none; what ``read(_:)`` throws.
  public func readText(_ url: URL) throws -> String {
    guard let text = String(validating: try read(url), as: UTF8.self) else { throw CocoaError.notText(url) }
    return text
  }

  /// Writes a file of text in UTF-8, or replaces it.
  ///
  /// - Throws: As ``write(_:to:)-(Data,_)`` does.
  public func write(_ text: String, to url: URL) throws {
    try write(Data(text.utf8), to: url)
  }

  /// Adds text in UTF-8 to the end of a file, which is made if need be.
  ///
  /// - Throws: As ``write(_:to:)-(Data,_)`` does.
  public func append(_ text: String, to url: URL) throws {
    try append(Data(text.utf8), to: url)
  }
}
