extension String {
  /// The identity that the package manager gives to the package in a folder: the folder's own name, whatever links lead
  /// there.
  package var packageIdentity: String {
    withoutLinks.utf8.split(separator: UInt8(ascii: "/")).last.map { Substring($0).lowercased() } ?? ""
  }
}
