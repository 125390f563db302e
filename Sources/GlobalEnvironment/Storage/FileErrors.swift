package import Foundation

extension CocoaError {

  /// Creates the error for what a file system did not do.
  package init(_ operation: FileOperation, _ refusal: FileRefusal) {
    let code: CocoaError.Code =
      switch (refusal.reason, refusal.isReading) {
      case (.ENOENT, true): .fileReadNoSuchFile
      case (.ENOENT, false): .fileNoSuchFile
      case (.EACCES, true), (.EPERM, true): .fileReadNoPermission
      case (.EACCES, false), (.EPERM, false): .fileWriteNoPermission
      case (.ENAMETOOLONG, true): .fileReadInvalidFileName
      case (.ENAMETOOLONG, false): .fileWriteInvalidFileName
      case (.EEXIST, _): .fileWriteFileExists
      case (.ENOSPC, _), (.EDQUOT, _): .fileWriteOutOfSpace
      case (.EROFS, _): .fileWriteVolumeReadOnly
      case (_, true): .fileReadUnknown
      case (_, false): .fileWriteUnknown
      }
    self.init(
      code,
      userInfo: [
        NSLocalizedDescriptionKey: "Cannot \(operation): \(refusal.explanation(for: operation))",
        NSFilePathErrorKey: operation.path.description,
        NSUnderlyingErrorKey: POSIXError(refusal.reason),
      ]
    )
  }

  /// Creates the error for a URL that is not a file's.
  package static func notFile(_ url: URL, isReading: Bool) -> CocoaError {
    CocoaError(
      isReading ? .fileReadUnsupportedScheme : .fileWriteUnsupportedScheme,
      userInfo: [
        NSURLErrorKey: url,
        NSLocalizedDescriptionKey: """
        \(url.withoutSecrets) is not the URL of a file. Make one with URL(filePath: "/…"), or ask \
        Env.files().folder(_:) where to begin.
        """,
      ]
    )
  }

  static func notText(_ url: URL) -> CocoaError {
    CocoaError(
      .fileReadInapplicableStringEncoding,
      userInfo: [
        NSURLErrorKey: url,
        NSFilePathErrorKey: url.path,
        NSStringEncodingErrorKey: String.Encoding.utf8.rawValue,
        NSLocalizedDescriptionKey: """
        Cannot read \(url.path.prefix(200)) as text: its bytes are not UTF-8. Take them with read(_:), and decode them.
        """,
      ]
    )
  }
}

extension FileRefusal {
  /// What is wrong, and what to do.
  fileprivate func explanation(for operation: FileOperation) -> String {
    let culprit = self.culprit.shortened
    switch reason {
    case .ENOENT where self.culprit == operation.path:
      // Nothing needs to be where a folder is made: the one around it was there a moment ago, and is not now.
      if case .createFolder(let path) = operation { return Self.isMissing(path.parent) }
      return "nothing is there. Look with exists(_:) first, or catch this error."
    case .ENOENT where isLink:
      return "\(culprit) is a link that leads nowhere. Make what it leads to, or remove(_:) it first."
    case .ENOENT where isReading:
      return "there is no folder \(culprit). Look with exists(_:) first, or catch this error."
    case .ENOENT:
      return Self.isMissing(self.culprit)
    case .ENOTDIR:
      return "\(culprit) is a file, not a folder. Choose another path, or remove(_:) the file first."
    case .EISDIR:
      return "it is a folder. Choose a path inside it; list(_:) returns what is there."
    case .EEXIST:
      return "\(culprit) is there already. Choose another path, or remove(_:) it first."
    case .EINVAL:
      return "a folder cannot go into itself. Choose a path outside it."
    case .EILSEQ:
      return """
        \(culprit) stands for a name that is not UTF-8. Rename it: such a folder cannot be copied, nor such a file be \
        written through a link.
        """
    case .EACCES, .EPERM:
      return "no permission for \(culprit). Change its permissions, or choose another path."
    case .EROFS:
      return "\(culprit) is on a volume that can only be read. Choose another path."
    case .ENOSPC, .EDQUOT:
      return "the disk is full. Remove something, and try again."
    case .ENAMETOOLONG:
      return """
        a name is longer than 255 bytes, or the path longer than the system takes: for a copy, 1,023 bytes, with a \
        hidden name of 42 bytes until it is complete. Choose shorter ones.
        """
    case .EOPNOTSUPP:
      return "\(culprit) is neither a file nor a folder. Leave it out: a device or a pipe cannot be copied."
    case .EBUSY:
      return "\(culprit) is in use by the system. Choose another path."
    default:
      return "\(POSIXError(reason).localizedDescription) (errno \(reason.rawValue))."
    }
  }

  private static func isMissing(_ folder: FilePath) -> String {
    "there is no folder \(folder.shortened). Make it with createFolder(_:withParents:) first."
  }
}
