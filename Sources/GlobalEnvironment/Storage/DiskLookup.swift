// audit:allow-file files, process – this is the live file system.

import Foundation

/// What there is on the disk.
struct DiskLookup: FileLookup {

  func kind(_ path: FilePath) -> FileAttributes.Kind? {
    var status = stat()
    guard stat(path.description, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  func refuses(_ right: FileRight, _ path: FilePath) -> POSIXError.Code? {
    let mode =
      switch right {
      case .read: R_OK
      case .write: W_OK
      case .search: X_OK
      }
    guard access(path.description, mode) != 0 else { return nil }
    let reason = POSIXError.latest.code
    // Another process may just have removed it, which is no matter of permissions.
    return [.ENOENT, .ENOTDIR].contains(reason) ? nil : reason
  }

  func keepsOthersOut(_ path: FilePath) -> Bool {
    // Root may change all.
    guard geteuid() != 0 else { return false }
    var (folder, file) = (stat(), stat())
    guard stat(path.parent.description, &folder) == 0, folder.st_mode & S_ISVTX != 0, folder.st_uid != geteuid(),
      lstat(path.description, &file) == 0
    else { return false }
    return file.st_uid != geteuid()
  }

  func reachesInside(_ folder: FilePath) -> Bool { kind(folder) == .folder && refuses(.search, folder) == nil }

  func contents(of folder: FilePath) -> [FilePath] {
    var contents: [FilePath] = []
    var folders = [folder]
    while let next = folders.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: next.description)) ?? []
      let inside = names.map(next.appending)
      contents += inside
      folders += inside.filter { !isLink($0) && kind($0) == .folder }
    }
    return contents
  }

  func isLink(_ path: FilePath) -> Bool { link(path) != nil }

  func resolved(_ path: FilePath) -> FilePath {
    var path = path
    // As many links as the systems follow.
    for _ in 0..<40 {
      if let real = real(path) { return real }
      // A missing file may be made where the link leads.
      guard let link = link(path) else { break }
      let target = link.hasPrefix("/") ? link : "\(path.parent)/\(link)"
      guard let end = target.lastIndex(of: "/"), let folder = real(String(target[...end])) else { break }
      path = folder.appending(String(target[target.index(after: end)...]))
    }
    return path
  }

  func areOne(_ path: FilePath, _ other: FilePath) -> Bool {
    guard path.parent == other.parent, path != other else { return false }
    func attributes(_ path: FilePath) -> [FileAttributeKey: Any] {
      (try? FileManager.default.attributesOfItem(atPath: path.description)) ?? [:]
    }
    let (one, two) = (attributes(path), attributes(other))
    guard let number = one[.systemFileNumber] as? UInt64, number == two[.systemFileNumber] as? UInt64 else {
      return false
    }
    // A file with two names has them on purpose; a folder has one only.
    return one[.type] as? FileAttributeType == .typeDirectory || one[.referenceCount] as? Int == 1
  }

  // MARK: Links

  /// Returns the text of a link; nil for anything else.
  private func link(_ path: FilePath) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path.description)
  }

  private func real(_ path: FilePath) -> FilePath? { real(path.description) }

  private func real(_ path: String) -> FilePath? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    // No text tells a name that is not UTF-8; the path leads there as it is.
    let text = String(validUTF8: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    return text.flatMap { FilePath(URL(filePath: $0, directoryHint: .notDirectory)) }
  }
}
