// audit:allow-file files, process – this is the live file system.

import Foundation

extension DiskFiles {

  /// Renames a file or a folder, unless the new name is taken, even if only a moment ago.
  func rename(_ source: FilePath, to destination: FilePath) throws {
    let isCaseOnly = DiskLookup().areOne(source, destination)
    if !isCaseOnly {
      if try renameWithoutReplacing(source, destination) { return }
      // The volume cannot do that: the best alternative is to look first.
      if DiskLookup().isThere(destination) { throw POSIXError(.EEXIST) }
    }
    guard Foundation.rename(source.description, destination.description) == 0 else { throw POSIXError.latest }
  }

  /// Copies a file or a folder to where nothing is: the whole copy appears there at once, or nothing does.
  func copyWhole(_ source: FilePath, to destination: FilePath) throws {
    guard destination.sizeAsPart < FilePath.copyLimit else { throw POSIXError(.ENAMETOOLONG) }
    let part = destination.asPart
    do {
      try FileManager.default.copyItem(atPath: source.description, toPath: part.description)
      try rename(part, to: destination)
    } catch {
      discard(part)
      // Foundation loses a folder whose name is not UTF-8, and then says that nothing is there.
      guard error.posixCode == .ENOENT,
        let lost = DiskLookup().contents(of: source).first(where: DiskLookup().isNoName)
      else { throw error }
      throw FileRefusal(.EILSEQ, lost, isReading: true)
    }
  }

  /// Moves a file or a folder to another volume, where nothing is.
  func moveByCopy(_ source: FilePath, to destination: FilePath) throws {
    let isFolder = DiskLookup().kind(source) == .folder && !DiskLookup().isLink(source)
    try copyWhole(source, to: destination)
    do {
      try FileManager.default.removeItem(atPath: source.description)
    } catch {
      // A file is still whole. A part of a folder may be gone, and then only the copy has it.
      if !isFolder { discard(destination) }
      throw FileRefusal(error.posixCode, source, isReading: false)
    }
  }

  /// Removes an unwanted copy, including folders that may not be changed.
  private func discard(_ path: FilePath) {
    var folders = [path]
    while let folder = folders.popLast() {
      if DiskLookup().isLink(folder) || DiskLookup().kind(folder) != .folder { continue }
      chmod(folder.description, 0o700)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.description)) ?? []
      folders += names.map(folder.appending)
    }
    try? FileManager.default.removeItem(atPath: path.description)
  }
}

/// Returns whether it was done; false where the system or the volume does not support it.
private func renameWithoutReplacing(_ source: FilePath, _ destination: FilePath) throws -> Bool {
  #if canImport(Darwin)
    let result = renamex_np(source.description, destination.description, UInt32(RENAME_EXCL))
  #else
    guard let result = renameat2?(AT_FDCWD, source.description, AT_FDCWD, destination.description, 1) else {
      return false
    }
  #endif
  if result == 0 { return true }
  if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return false }
  throw POSIXError.latest
}

#if !canImport(Darwin)
  /// A function of Linux, whose flag 1 is `RENAME_NOREPLACE`; its header hides it from Swift, and not every libc has it.
  private let renameat2 = dlsym(nil, "renameat2").map {
    unsafeBitCast(
      $0,
      to: (@convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt).self)
  }
#endif
