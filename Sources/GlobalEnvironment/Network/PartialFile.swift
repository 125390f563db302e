import Foundation

/// A file that is being written, in a hidden folder beside its place, until it is whole.
struct PartialFile: Sendable {
  private let files: any EnvironmentFileSystem
  private let place: URL
  private let folder: URL

  private var new: URL { folder.appending(component: "new") }
  private var old: URL { folder.appending(component: "old") }

  /// Begins an empty file that will take `place`.
  ///
  /// - Throws: `CocoaError`: `.fileNoSuchFile` where the folder of `place` is missing, `.fileWriteFileExists` where `place`
  ///   is a folder, `.fileWriteNoPermission`.
  init(for place: URL, in files: any EnvironmentFileSystem) throws {
    (self.files, self.place) = (files, place)
    if try Self.kind(of: place, in: files) == .folder {
      throw CocoaError(.fileWriteFileExists, userInfo: [NSURLErrorKey: place, NSFilePathErrorKey: place.path])
    }
    folder = try Self.newFolder(beside: place, in: files)
    do {
      try files.write(Data(), to: new)
    } catch {
      discard()
      throw error
    }
  }

  /// Adds bytes, away from the caller's actor.
  @concurrent func append(_ data: Data) async throws {
    try files.append(data, to: new)
  }

  /// Puts the file in its place. One that was there before is kept beside it until this one is there.
  @concurrent func finish() async throws {
    var tries = 0
    while true {
      do {
        try files.move(new, to: place)
        try? files.remove(folder)
        return
      } catch let error as CocoaError where error.code == .fileWriteFileExists && tries < 100 {
        tries += 1
        try moveAway(unless: error)
      } catch {
        if files.exists(old), !files.exists(place) { try files.move(old, to: place) }
        throw error
      }
    }
  }

  /// Moves what is in the place into the hidden folder.
  ///
  /// - Throws: `isFolder` where that is a folder, which a download must not replace.
  private func moveAway(unless isFolder: CocoaError) throws {
    if try Self.kind(of: place, in: files) == .folder { throw isFolder }
    // Another download has been faster: its file is newer than what was there before both.
    if files.exists(old) { try files.remove(old) }
    do {
      try files.move(place, to: old)
    } catch let error as CocoaError where error.code == .fileNoSuchFile || error.code == .fileReadNoSuchFile {
      // It is gone already.
    }
  }

  /// Removes what has been written, unless it is in its place.
  func discard() {
    // A file from before that could not be put back is kept.
    if !files.exists(old) || files.exists(place) { try? files.remove(folder) }
  }

  /// What is at `url`; nil where nothing is.
  private static func kind(of url: URL, in files: any EnvironmentFileSystem) throws -> FileAttributes.Kind? {
    do {
      return try files.attributes(of: url).kind
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Makes a folder with the first name that is free: others may download to the same folder, even in other processes.
  private static func newFolder(beside place: URL, in files: any EnvironmentFileSystem) throws -> URL {
    var number = 1
    while true {
      let name = ".download-\(number)"
      let folder = place.deletingLastPathComponent().appending(component: name, directoryHint: .isDirectory)
      do {
        try files.createFolder(folder)
        return folder
      } catch let error as CocoaError where error.code == .fileWriteFileExists && number < 1_000 {
        number += 1
      }
    }
  }
}
