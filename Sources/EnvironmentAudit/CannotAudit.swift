import Foundation

/// Why nothing could be audited: what went wrong, and what to do.
package struct CannotAudit: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// Says why a file could not be read.
  init(notRead path: String, _ error: any Error) {
    self.init("\(path) cannot be read: \(Self.reason(of: error)).")
  }

  /// Says why a file could not be written; a sandbox denies permission like other causes.
  init(notWritten path: String, _ error: any Error) {
    let isForbidden = [.fileWriteNoPermission, .fileWriteVolumeReadOnly].contains((error as? CocoaError)?.code)
    let hint = " In a sandbox, say: swift package --allow-writing-to-package-directory audit-environment …"
    self.init("\(path) cannot be written: \(Self.reason(of: error)).\(isForbidden ? hint : "")")
  }

  /// What went wrong and what to do, for a reader at a terminal.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return error.localizedDescription }
    if (error.underlying as? POSIXError)?.code == .EISDIR { return "it is a folder; name a file" }
    return switch error.code {
    case .fileReadNoSuchFile: "there is no such file; correct its name"
    case .fileNoSuchFile: "its folder is not there; make that first"
    case .fileReadNoPermission, .fileWriteNoPermission: "there is no permission; change that of the file or its folder"
    case .fileReadInapplicableStringEncoding: "it is not UTF-8 text; name another file"
    default: error.localizedDescription
    }
  }
}
