/// The beginning of paths in an index, and the matching one on this machine.
package struct PathRemap: Equatable, Sendable {
  package var old: String
  package var new: String

  package init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}
