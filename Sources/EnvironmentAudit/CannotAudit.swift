/// Why nothing could be audited: what went wrong, and what to do.
package struct CannotAudit: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
