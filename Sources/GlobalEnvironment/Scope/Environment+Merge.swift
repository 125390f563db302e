extension Environment {

  /// Takes from `current` every endpoint that this copy has not changed since `base`.
  mutating func takeUnchanged(since base: UnsafePointer<Environment>, from current: UnsafePointer<Environment>) {
    own.takeUnchanged(since: base.pointee.own, from: current.pointee.own)
    // All stored properties are closures, but the last, which is `own`.
    let size = MemoryLayout<Environment>.size - MemoryLayout<OwnEndpoints>.size
    FunctionFields.takeUnchanged(of: &self, since: base, from: current.pointee, size: size)
  }

  /// Returns the names of the stored endpoints that are not those of `base`, and ``changeNameOfOwn`` if some are.
  package func endpoints(changedSince base: Environment) -> [String] {
    typealias Endpoint = (code: UInt, context: UInt)
    let names = Self.storedNames
    var changed = withUnsafeBytes(of: self) { mine in
      withUnsafeBytes(of: base) { base in
        names.indices.filter { index in
          let offset = index * MemoryLayout<Endpoint>.stride
          return mine.load(fromByteOffset: offset, as: Endpoint.self)
            != base.load(fromByteOffset: offset, as: Endpoint.self)
        }
      }
    }.map { names[$0] }
    if own.isChanged(since: base.own) { changed.append(Self.changeNameOfOwn) }
    return changed
  }

  private static let storedNames = Mirror(reflecting: Environment()).children.dropLast().map { $0.label ?? "" }

  /// What ``endpoints(changedSince:)`` calls those that are declared in an extension of ``Endpoints``.
  package static var changeNameOfOwn: String { "endpoints of your own" }
}
