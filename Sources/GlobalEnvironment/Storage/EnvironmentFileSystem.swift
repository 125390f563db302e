public import Foundation

/// Files and folders: the disk in the live world, memory in a mock.
///
/// ```swift
/// let settings = Env.files().folder(.documents).appending(component: "settings.json")
/// try Env.files().write(data, to: settings)
/// ```
///
/// URLs are file URLs. `.`, `..` and slashes at the end are resolved in the text of the path, before any link is followed.
/// Reading, writing, listing and copying a link acts on what it leads to; but a link takes up its path, wherever it leads,
/// and ``move(_:to:)`` and ``remove(_:)`` act on the link itself.
///
/// What fails throws the `CocoaError` that Foundation has for it (`.fileReadNoSuchFile` where there is nothing to read,
/// `.fileNoSuchFile` where there is no folder to write to, `.fileWriteFileExists`, `.fileWriteOutOfSpace`, …), with a
/// description that says what to do, and a `POSIXError` as its `underlying` error, which distinguishes all mistakes.
///
/// All of it may be used from any thread, and works on the thread of the caller. To make one of your own, implement the
/// requirements; what else users call is built on them.
public protocol EnvironmentFileSystem: Sendable {

  /// Returns all bytes of a file; of a device or a named pipe, all until its end, which may never come.
  ///
  /// - Throws: `CocoaError`: `.fileReadNoSuchFile` where there is none, `.fileReadUnknown` for a folder,
  ///   `.fileReadNoPermission`.
  func read(_ url: URL) throws -> Data

  /// Writes a file, or replaces it: others see the old bytes or the new ones, never a part.
  ///
  /// The folder must be there already, and the disk have room for the old bytes and the new ones. A file that is replaced
  /// keeps its permissions. Until a file is complete, it has a hidden name beside its own. A device or a named pipe takes
  /// the bytes, and stays what it is.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where the folder is missing, `.fileWriteUnknown` where a folder is in the
  ///   way, `.fileWriteNoPermission`, `.fileWriteVolumeReadOnly`, `.fileWriteOutOfSpace`.
  func write(_ data: Data, to url: URL) throws

  /// Adds bytes to the end of a file, which is made if needed; two callers that append at once do not mix their bytes.
  ///
  /// When the disk is full, as many are added as still fit; to remove them would cut off what others added since.
  ///
  /// - Throws: As ``write(_:to:)-(Data,_)`` does.
  func append(_ data: Data, to url: URL) throws

  /// Returns what is in a folder, hidden files included, in the order of the names' UTF-8 bytes.
  ///
  /// A name that is not UTF-8, which Linux allows and no URL can hold, is left out.
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
  ///   missing, `.fileWriteNoPermission`, `.fileWriteVolumeReadOnly`.
  func createFolder(_ url: URL) throws

  /// Moves a file, or a folder with all that is in it, to where nothing is so far; all of it, or nothing.
  ///
  /// On the disk it never replaces what another process makes there at the same time. To another volume it is a copy, with
  /// the limits of ``copy(_:to:)``, and then a removal: where the system does not remove all of a folder, although the
  /// permissions allow it, the copy stays.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where there is nothing to move or no folder to move it to,
  ///   `.fileWriteFileExists` where something is, `.fileWriteUnknown` for a folder that would go into itself,
  ///   `.fileWriteNoPermission`, `.fileWriteVolumeReadOnly`.
  func move(_ source: URL, to destination: URL) throws

  /// Copies a file, or a folder with all that is in it, to where nothing is so far; all of it, or nothing.
  ///
  /// Links in a folder are copied as they are. Until the copy is complete, it has a hidden name of 42 bytes beside its own.
  /// Folders keep their dates, and so do files on Apple's systems; on Linux, copied files have that of the moment.
  ///
  /// - Throws: `CocoaError`: `.fileReadNoSuchFile` where there is nothing to copy, `.fileReadInvalidFileName` where a path
  ///   of the copy, or of its parts under the hidden name, would have more than 1,023 bytes, `.fileReadUnknown` for a device
  ///   or a pipe, itself or in the folder; else as ``move(_:to:)`` does.
  func copy(_ source: URL, to destination: URL) throws

  /// Removes a file, or a folder with all that is in it; where a part of it may not be removed, nothing is.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where there is nothing, `.fileWriteNoPermission`,
  ///   `.fileWriteVolumeReadOnly`.
  func remove(_ url: URL) throws

  /// Returns where a folder is that systems provide. It need not exist: on a fresh iPhone, `.applicationSupport` does not.
  func folder(_ folder: KnownFolder) -> URL
}

extension EnvironmentFileSystem {

  /// Returns whether there is a file or a folder; false also without permission to look.
  public func exists(_ url: URL) -> Bool {
    (try? attributes(of: url)) != nil
  }

  /// Makes a folder and, with `withParents`, those above it that are missing; an existing folder is not an error then.
  ///
  /// - Throws: As ``createFolder(_:)`` does; with `withParents`, `.fileWriteFileExists` only where it is not a folder.
  public func createFolder(_ url: URL, withParents: Bool) throws {
    guard withParents else { return try createFolder(url) }
    // From the inside out; a list, as recursion over a long path could overflow the stack.
    var missing = [url]
    var isGoingUp = true
    var gone: Set<URL> = []
    while let folder = missing.last {
      do {
        try createFolder(folder)
        isGoingUp = false
        missing.removeLast()
      } catch let error as CocoaError where error.code == .fileWriteFileExists {
        // Another process may have made it at the same time, so this is only asked afterwards.
        guard let kind = try? attributes(of: folder).kind else {
          // And may have removed it since. Where a link leads nowhere, the second attempt fails, too.
          guard gone.insert(folder).inserted else { throw error }
          continue
        }
        guard kind == .folder else { throw error }
        isGoingUp = false
        missing.removeLast()
      } catch let error as CocoaError where error.code == .fileNoSuchFile {
        guard isGoingUp, let path = FilePath(folder), !path.isRoot else { throw error }
        missing.append(URL(filePath: path.parent.description, directoryHint: .isDirectory))
      }
    }
  }

  /// Returns the text of a file in UTF-8.
  ///
  /// - Throws: `CocoaError(.fileReadInapplicableStringEncoding)` for bytes that are not UTF-8; what ``read(_:)`` throws.
  public func readText(_ url: URL) throws -> String {
    guard let text = String(validUTF8: try read(url)) else { throw CocoaError.notText(url) }
    return text
  }

  /// Writes a file of text in UTF-8, or replaces it.
  ///
  /// - Throws: As ``write(_:to:)-(Data,_)`` does.
  public func write(_ text: String, to url: URL) throws {
    try write(Data(text.utf8), to: url)
  }

  /// Adds text in UTF-8 to the end of a file, which is made if needed.
  ///
  /// - Throws: As ``write(_:to:)-(Data,_)`` does.
  public func append(_ text: String, to url: URL) throws {
    try append(Data(text.utf8), to: url)
  }
}
