package import Foundation

/// What is looked up to tell whether a file system can do what it is asked.
package protocol FileLookup {
  /// Returns what there is; nil for nothing.
  func kind(_ path: FilePath) -> FileAttributes.Kind?
  func grants(_ right: FileRight, _ path: FilePath) -> Bool
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
  /// The one list of mistakes. The file system in memory asks it first; the disk, whose own errors differ between systems
  /// and between functions, asks it afterwards, to say what went wrong.
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
      try rules.expect(.write, replacesNames ? path.parent : path)
    case .createFolder:
      try rules.expectNothing(path)
      try rules.expect(.write, path.parent)
    case .remove:
      try rules.expectSomething(path)
      if path.isRoot { throw rules.refusal(.EBUSY, path) }
      try rules.expect(.write, path.parent)
    case .move(_, let destination):
      try rules.expectSomething(path)
      try rules.expect(destination, toTake: path)
      try rules.expect(.write, path.parent)
      // A folder knows its parent, which changes.
      if kind(path) == .folder, path.parent != destination.parent { try rules.expect(.write, path) }
    case .copy(_, let destination):
      try rules.expectSomething(path)
      try rules.expect(.read, path)
      try Rules(lookup: self, isReading: false).expect(destination, toTake: path)
    }
  }
}

private struct Rules<Lookup: FileLookup> {
  let lookup: Lookup
  let isReading: Bool

  func refusal(_ reason: POSIXError.Code, _ culprit: FilePath) -> FileRefusal {
    FileRefusal(reason, culprit, isReading: isReading)
  }

  func expectReachable(_ path: FilePath) throws(FileRefusal) {
    guard path.isShortEnough else { throw refusal(.ENAMETOOLONG, path) }
    for folder in path.ancestors {
      try expect(.folder, folder)
      try expect(.search, folder)
    }
  }

  func expectSomething(_ path: FilePath) throws(FileRefusal) {
    if lookup.kind(path) == nil { throw refusal(.ENOENT, path) }
  }

  func expectNothing(_ path: FilePath) throws(FileRefusal) {
    if lookup.kind(path) != nil { throw refusal(.EEXIST, path) }
  }

  /// Something that is not a folder may be read as a file is: a device, for instance.
  func expect(_ kind: FileAttributes.Kind, _ path: FilePath) throws(FileRefusal) {
    try expectSomething(path)
    let isFolder = lookup.kind(path) == .folder
    if isFolder != (kind == .folder) { throw refusal(isFolder ? .EISDIR : .ENOTDIR, path) }
  }

  func expect(_ right: FileRight, _ path: FilePath) throws(FileRefusal) {
    guard lookup.grants(right, path) else { throw refusal(.EACCES, path) }
  }

  func expect(_ destination: FilePath, toTake source: FilePath) throws(FileRefusal) {
    try expectReachable(destination)
    try expectNothing(destination)
    if destination.isInside(source) { throw refusal(.EINVAL, destination) }
    try expect(.write, destination.parent)
  }
}
