package import Foundation

/// What is looked up to tell whether a file system can do what it is asked.
package protocol FileLookup {
  /// Returns what there is, or what it leads to, for a link; nil for nothing.
  func kind(_ path: FilePath) -> FileAttributes.Kind?
  func grants(_ right: FileRight, _ path: FilePath) -> Bool
  /// Returns whether one look tells that all on the way to what is in a folder are folders, and may be searched.
  func reachesInside(_ folder: FilePath) -> Bool
  /// Returns what is in a folder, at any depth, as far as one may look.
  func contents(of folder: FilePath) -> [FilePath]
  /// Returns whether this is a link, which may lead nowhere.
  func isLink(_ path: FilePath) -> Bool
  /// Returns where the links of a path lead.
  func resolved(_ path: FilePath) -> FilePath
  /// Returns whether two names in one folder are one, as `a` and `A` are to most Macs.
  func areOne(_ path: FilePath, _ other: FilePath) -> Bool
}

/// Where there are no links, and each name is its bytes.
extension FileLookup {
  package func isLink(_ path: FilePath) -> Bool { false }
  package func resolved(_ path: FilePath) -> FilePath { path }
  package func areOne(_ path: FilePath, _ other: FilePath) -> Bool { false }
}

extension FileLookup {
  /// Whether something has this name, be it a link that leads nowhere.
  func isThere(_ path: FilePath) -> Bool { kind(path) != nil || isLink(path) }
}

/// What one may be allowed to do with a file or a folder.
package enum FileRight: Sendable {
  /// Read the bytes, or the names in the folder.
  case read
  /// Change the bytes, or what is in the folder.
  case write
  /// Reach what is in the folder.
  case search
}

/// Why a file system does not do what it is asked.
package struct FileRefusal: Error {
  package let reason: POSIXError.Code
  /// What is the matter with this path.
  package let culprit: FilePath
  /// Whether that is something to read, and not where something goes.
  package let isReading: Bool

  package init(_ reason: POSIXError.Code, _ culprit: FilePath, isReading: Bool) {
    self.reason = reason
    self.culprit = culprit
    self.isReading = isReading
  }
}

extension FileLookup {

  /// Returns why `operation` must fail; nil when nothing is in its way.
  ///
  /// The one list of mistakes. The file system in memory asks it first. The disk, whose own errors differ between systems
  /// and between functions, asks it afterwards, to say what went wrong; and first, where half of it could be done.
  package func refusal(of operation: FileOperation) -> FileRefusal? {
    do {
      try check(operation)
      return nil
    } catch {
      return error
    }
  }

  private func check(_ operation: FileOperation) throws(FileRefusal) {
    let rules = Rules(lookup: self, isReading: operation.isReading)
    let path = operation.path
    try rules.expectReachable(path)
    switch operation {
    case .read:
      try rules.expect(.file, path)
      try rules.expect(.read, path)
    case .list:
      try rules.expect(.folder, path)
      try rules.expect(.read, path)
    case .attributes:
      try rules.expectSomething(path)
    case .write, .append:
      if kind(path) == .folder { throw rules.refusal(.EISDIR, path) }
      let replacesNames = if case .append = operation { kind(path) == nil } else { true }
      let target = resolved(path)
      try rules.expect(.write, replacesNames ? target.parent : target)
    case .createFolder:
      try rules.expectNothing(path)
      try rules.expect(.write, path.parent)
    case .remove:
      try rules.expectEntry(path)
      if path.isRoot { throw rules.refusal(.EBUSY, path) }
      try rules.expect(.write, path.parent)
      if isFolder(path) { try rules.expectContents(of: path, toBe: .removed) }
    case .move(_, let destination):
      try rules.expectEntry(path)
      if !areOne(path, destination) { try rules.expect(destination, toTake: path) }
      try rules.expect(.write, path.parent)
      // A folder knows its parent, which changes.
      if isFolder(path), path.parent != destination.parent { try rules.expect(.write, path) }
    case .copy(_, let destination):
      try rules.expectSomething(path)
      try rules.expect(.read, path)
      try Rules(lookup: self, isReading: false).expect(destination, toTake: resolved(path))
      if kind(path) == .folder { try rules.expectContents(of: path, toBe: .copied(to: destination)) }
    }
  }

  /// Whether it is a folder itself, and no link to one.
  private func isFolder(_ path: FilePath) -> Bool { kind(path) == .folder && !isLink(path) }
}

private struct Rules<Lookup: FileLookup> {
  let lookup: Lookup
  let isReading: Bool

  func refusal(_ reason: POSIXError.Code, _ culprit: FilePath) -> FileRefusal {
    FileRefusal(reason, culprit, isReading: isReading)
  }

  func expectReachable(_ path: FilePath) throws(FileRefusal) {
    try expectShortEnough(path)
    if lookup.reachesInside(path.parent) { return }
    for folder in path.ancestors {
      try expect(.folder, folder)
      try expect(.search, folder)
    }
  }

  func expectShortEnough(_ path: FilePath) throws(FileRefusal) {
    guard path.isShortEnough else { throw refusal(.ENAMETOOLONG, path) }
  }

  func expectSomething(_ path: FilePath) throws(FileRefusal) {
    if lookup.kind(path) == nil { throw refusal(.ENOENT, path) }
  }

  func expectEntry(_ path: FilePath) throws(FileRefusal) {
    if !lookup.isThere(path) { throw refusal(.ENOENT, path) }
  }

  func expectNothing(_ path: FilePath) throws(FileRefusal) {
    if lookup.isThere(path) { throw refusal(.EEXIST, path) }
  }

  /// Something that is not a folder may be read as a file is: a device, for instance.
  func expect(_ kind: FileAttributes.Kind, _ path: FilePath) throws(FileRefusal) {
    guard let found = lookup.kind(path) else { throw refusal(.ENOENT, path) }
    let isFolder = found == .folder
    if isFolder != (kind == .folder) { throw refusal(isFolder ? .EISDIR : .ENOTDIR, path) }
  }

  func expect(_ right: FileRight, _ path: FilePath) throws(FileRefusal) {
    guard lookup.grants(right, path) else { throw refusal(.EACCES, path) }
  }

  func expect(_ destination: FilePath, toTake source: FilePath) throws(FileRefusal) {
    try expectReachable(destination)
    try expectNothing(destination)
    let folder = lookup.resolved(destination.parent)
    if destination.isInside(source) || folder == source || folder.isInside(source) {
      throw refusal(.EINVAL, destination)
    }
    try expect(.write, destination.parent)
  }

  enum Fate {
    case copied(to: FilePath), removed
  }

  /// Expects that the same can be done with all that is in a folder; links are not followed.
  func expectContents(of folder: FilePath, toBe fate: Fate) throws(FileRefusal) {
    let contents = lookup.contents(of: folder)
      .sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
    let full = Set(contents.map(\.parent))
    for path in [folder] + contents where path == folder || !lookup.isLink(path) {
      switch fate {
      case .copied(let destination):
        try expectShortEnough(path)
        // Until it is whole, it has another name.
        let copies = [destination, destination.asPart].map { path.moved(from: folder, to: $0) }
        guard copies.allSatisfy(\.isShortEnough) else { throw refusal(.ENAMETOOLONG, path) }
        try expect(.read, path)
      case .removed:
        // What is empty goes without a look, but for what is found on the way.
        if lookup.kind(path) == .folder, path != folder || full.contains(path) { try expect(.read, path) }
        if full.contains(path) { try expect(.write, path) }
      }
      if full.contains(path) { try expect(.search, path) }
    }
  }
}
