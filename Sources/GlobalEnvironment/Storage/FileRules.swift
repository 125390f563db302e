package import Foundation

/// What is looked up to find out whether a file system can do what it is asked.
package protocol FileLookup {
  /// Returns the kind of what is there, or of what a link there leads to; nil for nothing.
  func kind(_ path: FilePath) -> FileAttributes.Kind?
  /// Returns why a right is refused; nil where it is not, or where nothing is.
  func refuses(_ right: FileRight, _ path: FilePath) -> POSIXError.Code?
  /// Returns whether this may not be removed or renamed since it is another user's, in a folder that protects what users
  /// have in it from each other, as `/tmp` does.
  func keepsOthersOut(_ path: FilePath) -> Bool
  /// Returns whether one look shows that this folder and those around it are folders, and may be searched.
  func reachesInside(_ folder: FilePath) -> Bool
  /// Returns what is in a folder, at any depth, as far as permissions allow.
  func contents(of folder: FilePath) -> [FilePath]
  /// Returns whether this is a link, which may lead nowhere.
  func isLink(_ path: FilePath) -> Bool
  /// Returns where the links of a path lead.
  func resolved(_ path: FilePath) -> FilePath
  /// Returns whether two names in one folder are one, as `a` and `A` are to most Macs.
  func areOne(_ path: FilePath, _ other: FilePath) -> Bool
}

/// Where there are no links and no other users, and each name is its bytes.
extension FileLookup {
  package func keepsOthersOut(_ path: FilePath) -> Bool { false }
  package func isLink(_ path: FilePath) -> Bool { false }
  package func resolved(_ path: FilePath) -> FilePath { path }
  package func areOne(_ path: FilePath, _ other: FilePath) -> Bool { false }
}

extension FileLookup {
  /// Whether something has this name, even a link that leads nowhere.
  func isThere(_ path: FilePath) -> Bool { kind(path) != nil || isLink(path) }

  /// Whether this text is not the name of what is listed, which on Linux need not be UTF-8, and names nothing else.
  func isNoName(_ path: FilePath) -> Bool { path.name.unicodeScalars.contains("\u{FFFD}") && !isThere(path) }
}

/// A permission for a file or a folder.
package enum FileRight: Sendable {
  /// Read the bytes, or the names in the folder.
  case read
  /// Change the bytes, or what is in the folder.
  case write
  /// Reach what is in the folder.
  case search
}

/// Why a file system refuses an operation.
package struct FileRefusal: Error {
  package let reason: POSIXError.Code
  /// The path that is the reason.
  package let culprit: FilePath
  /// Whether that path is read, rather than written to.
  package let isReading: Bool
  /// Whether that path is a link, which leads nowhere.
  let isLink: Bool

  package init(_ reason: POSIXError.Code, _ culprit: FilePath, isReading: Bool, isLink: Bool = false) {
    self.reason = reason
    self.culprit = culprit
    self.isReading = isReading
    self.isLink = isLink
  }
}

extension FileLookup {

  /// Returns why `operation` must fail; nil when nothing prevents it.
  ///
  /// The one list of mistakes. The file system in memory asks it first. The disk, whose own errors differ between systems
  /// and between functions, asks it afterwards, to say what went wrong; and first, where an operation could be half done.
  package func refusal(of operation: FileOperation) -> FileRefusal? {
    let rules = Rules(lookup: self, isReading: operation.isReading)
    let path = operation.path
    return rules.unreachable(path) ?? rules.refusal(of: operation, path)
  }
}

/// Each returns what prevents an operation; nil when nothing does. Nothing is thrown, since a throw is slow in tests.
private struct Rules {
  let lookup: any FileLookup
  let isReading: Bool

  /// What prevents an operation, except that its path cannot be reached.
  func refusal(of operation: FileOperation, _ path: FilePath) -> FileRefusal? {
    switch operation {
    case .read:
      return isNot(.file, path) ?? forbidden(.read, path)
    case .list:
      return isNot(.folder, path) ?? forbidden(.read, path)
    case .attributes:
      return leadsNowhere(path)
    case .write, .append:
      let kind = lookup.kind(path)
      if kind == .folder { return refusal(.EISDIR, path) }
      // A device or a pipe takes the bytes itself, and may have no folder: what `/dev/stdout` leads to, for instance.
      if kind == .other { return forbidden(.write, path) }
      let replacesNames = if case .append = operation { kind == nil } else { true }
      let target = lookup.resolved(path)
      if case .write = operation, target.sizeAsPart >= Int(PATH_MAX) { return refusal(.ENAMETOOLONG, target) }
      // A link to a name that is not UTF-8 would be lost, or another file be made.
      if case .write = operation, target != path, lookup.isNoName(target) { return refusal(.EILSEQ, target) }
      return forbidden(.write, replacesNames ? target.parent : target)
    case .createFolder:
      return isTaken(path) ?? forbidden(.write, path.parent)
    case .remove:
      if path.isRoot { return refusal(.EBUSY, path) }
      return isMissing(path) ?? forbidden(.write, path.parent) ?? isAnothers(path)
        ?? (isFolder(path) ? contentsForbid(.removal, path) : nil)
    case .move(_, let destination):
      return isMissing(path) ?? (lookup.areOne(path, destination) ? nil : cannotTake(path, destination))
        ?? forbidden(.write, path.parent) ?? isAnothers(path)
        // A folder stores its parent, which changes.
        ?? (isFolder(path) && path.parent != destination.parent ? forbidden(.write, path) : nil)
    case .copy(_, let destination):
      return leadsNowhere(path) ?? forbidden(.read, path)
        ?? Rules(lookup: lookup, isReading: false).cannotTake(lookup.resolved(path), destination)
        ?? (lookup.kind(path) == .folder
          ? contentsForbid(.copy(to: destination), path) : cannotBeCopied(path, in: path, to: destination))
    }
  }

  private func refusal(_ reason: POSIXError.Code, _ culprit: FilePath) -> FileRefusal {
    FileRefusal(reason, culprit, isReading: isReading)
  }

  /// Whether it is a folder itself, and not a link to one.
  private func isFolder(_ path: FilePath) -> Bool { lookup.kind(path) == .folder && !lookup.isLink(path) }

  func unreachable(_ path: FilePath) -> FileRefusal? {
    if let refusal = isTooLong(path) { return refusal }
    // Checked from the inside out, since most can be reached, or nearly; reported from the outside in.
    var folders: [FilePath] = []
    var folder = path
    while !folder.isRoot, !lookup.reachesInside(folder.parent) {
      folder = folder.parent
      folders.append(folder)
    }
    for folder in folders.reversed() {
      if let refusal = isNot(.folder, folder) ?? forbidden(.search, folder) { return refusal }
    }
    return nil
  }

  private func isTooLong(_ path: FilePath) -> FileRefusal? {
    path.isShortEnough ? nil : refusal(.ENAMETOOLONG, path)
  }

  private func leadsNowhere(_ path: FilePath) -> FileRefusal? {
    lookup.kind(path) == nil ? refusal(.ENOENT, path) : nil
  }

  private func isMissing(_ path: FilePath) -> FileRefusal? {
    lookup.isThere(path) ? nil : refusal(.ENOENT, path)
  }

  private func isTaken(_ path: FilePath) -> FileRefusal? {
    lookup.isThere(path) ? refusal(.EEXIST, path) : nil
  }

  /// Something that is not a folder may be read as a file is: a device, for instance.
  private func isNot(_ kind: FileAttributes.Kind, _ path: FilePath) -> FileRefusal? {
    guard let found = lookup.kind(path) else {
      return FileRefusal(.ENOENT, path, isReading: isReading, isLink: lookup.isLink(path))
    }
    let isFolder = found == .folder
    return isFolder == (kind == .folder) ? nil : refusal(isFolder ? .EISDIR : .ENOTDIR, path)
  }

  private func forbidden(_ right: FileRight, _ path: FilePath) -> FileRefusal? {
    lookup.refuses(right, path).map { refusal($0, path) }
  }

  private func isAnothers(_ path: FilePath) -> FileRefusal? {
    lookup.keepsOthersOut(path) ? refusal(.EPERM, path) : nil
  }

  private func cannotTake(_ source: FilePath, _ destination: FilePath) -> FileRefusal? {
    unreachable(destination) ?? isTaken(destination)
      ?? (isInside(destination, source) ? refusal(.EINVAL, destination) : nil)
      ?? forbidden(.write, destination.parent)
  }

  /// Whether a name is in a folder, or would be where links lead there.
  private func isInside(_ name: FilePath, _ source: FilePath) -> Bool {
    let folder = lookup.resolved(name.parent)
    return name.isInside(source) || folder == source || folder.isInside(source)
  }

  private enum Fate {
    case copy(to: FilePath), removal
  }

  /// What prevents the same for the contents of a folder; links are not followed.
  private func contentsForbid(_ fate: Fate, _ folder: FilePath) -> FileRefusal? {
    let contents = lookup.contents(of: folder)
      .sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
    let full = Set(contents.map(\.parent))
    for path in [folder] + contents {
      if case .removal = fate, path != folder, let refusal = isAnothers(path) { return refusal }
      if path != folder, lookup.isLink(path) { continue }
      let isFull = full.contains(path)
      let refusal: FileRefusal? =
        switch fate {
        case .copy where lookup.isNoName(path):
          nil
        case .copy(let destination):
          isTooLong(path) ?? cannotBeCopied(path, in: folder, to: destination) ?? forbidden(.read, path)
        case .removal:
          // The folder itself is removed unread if it is empty; folders inside it are read.
          (lookup.kind(path) == .folder && (path != folder || isFull) ? forbidden(.read, path) : nil)
            ?? (isFull ? forbidden(.write, path) : nil)
        }
      if let refusal = refusal ?? (isFull ? forbidden(.search, path) : nil) { return refusal }
    }
    return nil
  }

  private func cannotBeCopied(_ path: FilePath, in folder: FilePath, to destination: FilePath) -> FileRefusal? {
    if lookup.kind(path) == .other { return refusal(.EOPNOTSUPP, path) }
    let inside = path.size - folder.size
    // Until the copy is complete, it has another name.
    return destination.size + inside < Int(PATH_MAX) && destination.sizeAsPart + inside < FilePath.copyLimit
      ? nil : refusal(.ENAMETOOLONG, path)
  }
}
