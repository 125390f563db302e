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
  /// - Throws: As ``EnvironmentFileSystem/write(_:to:)-(Data,_)`` does: where the folder of `place` is missing, where `place` is
  ///   a folder itself, without permission.
  init(for place: URL, in files: any EnvironmentFileSystem) throws {
    (self.files, self.place) = (files, place)
    try Self.refuseFolder(at: place, in: files)
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
        try moveAway()
      } catch {
        if files.exists(old), !files.exists(place) { try files.move(old, to: place) }
        throw error
      }
    }
  }

  /// Moves what is in the place into the hidden folder.
  ///
  /// - Throws: `CocoaError` where that is a folder, which a download must not replace.
  private func moveAway() throws {
    try Self.refuseFolder(at: place, in: files)
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

  private static func refuseFolder(at place: URL, in files: any EnvironmentFileSystem) throws {
    do {
      guard try files.attributes(of: place).kind == .folder else { return }
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return
    }
    guard let path = FilePath(place) else { throw CocoaError.notFile(place, isReading: false) }
    throw CocoaError(.write(path), FileRefusal(.EISDIR, path, isReading: false))
  }

  /// Makes a folder with the first name that is free: others may download to the same place, even in other processes.
  private static func newFolder(beside place: URL, in files: any EnvironmentFileSystem) throws -> URL {
    // Named after the place, so that other places take no number of it; cut off, as a name has 255 bytes at most.
    let placeName = String(String.UnicodeScalarView(place.lastPathComponent.unicodeScalars.prefix(50)))
    var number = 1
    while true {
      let name = ".download-\(number)-\(placeName)"
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
