public import Foundation

/// What a file system knows about a file or a folder.
public struct FileAttributes: Hashable, Sendable {

  /// What there is at a path.
  public enum Kind: Hashable, Sendable {
    /// Bytes.
    case file
    /// A folder.
    case folder
    /// Something else: a device, a socket, a pipe.
    case other
  }

  /// What it is: a file, a folder or something else.
  public var kind: Kind
  /// How many bytes the file has; 0 for a folder.
  public var size: Int
  /// When its bytes, or the names in the folder, were changed last.
  public var modified: Date

  /// Creates attributes, for a file system of your own.
  public init(kind: Kind, size: Int, modified: Date) {
    self.kind = kind
    self.size = size
    self.modified = modified
  }
}

/// A folder that systems provide.
public enum KnownFolder: Hashable, Sendable, CaseIterable {
  /// The user's, or the app's in a sandbox.
  case home
  /// For documents of the user.
  case documents
  /// For what can be made again.
  case caches
  /// For what the app needs and the user does not look at.
  case applicationSupport
  /// For what is not needed tomorrow.
  case temporary
}
