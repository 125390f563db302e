import Foundation

/// Why nothing could be audited: what went wrong, and what to do.
package struct CannotAudit: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// Tells why a file could not be written; a sandbox takes the permission away as others do.
  init(notWritten path: String, _ error: any Error) {
    let isForbidden = [.fileWriteNoPermission, .fileWriteVolumeReadOnly].contains((error as? CocoaError)?.code)
    let hint = " In a sandbox, say: swift package --allow-writing-to-package-directory audit-environment …"
    self.init("\(path) cannot be written: \(error.localizedDescription)\(isForbidden ? hint : "")")
  }
}
