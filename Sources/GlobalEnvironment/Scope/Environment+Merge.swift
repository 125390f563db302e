extension Environment {

  /// Takes from `current` every endpoint that this copy has not changed since `base`.
  ///
  /// Closures cannot be compared in Swift, but two copies of one closure have the same bits: the address of its code and
  /// of its context. `base` keeps the contexts alive, so that no new one can stand at an old address.
  mutating func takeUnchanged(since base: UnsafePointer<Environment>, from current: UnsafePointer<Environment>) {
    typealias Endpoint = (code: UInt, context: UInt)
    own.takeUnchanged(since: base.pointee.own, from: current.pointee.own)

    // All stored properties are closures, but the last, which is `own`.
    let end = MemoryLayout<Environment>.size - MemoryLayout<OwnEndpoints>.size
    // Swapping the bits of two owned values moves ownership with them: each value still owns all that it holds.
    var spare = current.pointee
    withUnsafeMutableBytes(of: &spare) { spare in
      withUnsafeMutableBytes(of: &self) { mine in
        for offset in stride(from: 0, to: end, by: MemoryLayout<Endpoint>.stride) {
          let before = UnsafeRawPointer(base).load(fromByteOffset: offset, as: Endpoint.self)
          let after = mine.load(fromByteOffset: offset, as: Endpoint.self)
          guard before == after else { continue }
          mine.storeBytes(
            of: spare.load(fromByteOffset: offset, as: Endpoint.self), toByteOffset: offset, as: Endpoint.self)
          spare.storeBytes(of: after, toByteOffset: offset, as: Endpoint.self)
        }
      }
    }
  }

  /// Returns the names of the stored endpoints that are not those of `base`, and “endpoints of your own” if some are.
  package func endpoints(changedSince base: Environment) -> [String] {
    typealias Endpoint = (code: UInt, context: UInt)
    let names = Mirror(reflecting: self).children.dropLast().map { $0.label ?? "" }
    var changed = withUnsafeBytes(of: self) { mine in
      withUnsafeBytes(of: base) { base in
        names.indices.filter { index in
          let offset = index * MemoryLayout<Endpoint>.stride
          return mine.load(fromByteOffset: offset, as: Endpoint.self)
            != base.load(fromByteOffset: offset, as: Endpoint.self)
        }
      }
    }.map { names[$0] }
    if own.isChanged(since: base.own) { changed.append("endpoints of your own") }
    return changed
  }
}
