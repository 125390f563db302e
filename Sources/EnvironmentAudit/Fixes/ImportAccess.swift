/// The access levels of the imports of `GlobalEnvironment` in one module, each with a space behind it; empty for none.
///
/// Unless a module has the feature `InternalImportsByDefault`, its compiler takes no import without a level where another
/// file imports the same module `package`, `internal`, `fileprivate` or `private`.
struct ImportAccess {
  /// The levels of the imports that are there.
  var existing: Set<String> = []
  /// The levels that the new imports would have if each were alone.
  var wanted: Set<String> = []

  /// Adds the imports of another module that shares a file with this one.
  mutating func formUnion(_ other: ImportAccess) {
    existing.formUnion(other.existing)
    wanted.formUnion(other.wanted)
  }

  /// Returns the level for a new import that would have `access` if it were alone, and has to have `explicit` where it cannot
  /// be without one.
  func fitting(_ access: String, explicit: String) -> String {
    let hasBare = existing.contains("")
    let hasOther = !existing.isSubset(of: ["", "public "])
    // A module with both builds, so it has the feature.
    if hasBare, hasOther { return access }
    if hasOther { return access.isEmpty ? explicit : access }
    return (hasBare || wanted.contains("")) && access != "public " ? "" : access
  }
}
