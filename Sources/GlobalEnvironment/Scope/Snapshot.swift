/// The memory of an environment that a scope has published or will publish.
enum Snapshot {
  /// Returns a copy of `environment`.
  static func make(_ environment: Environment) -> UnsafeMutablePointer<Environment> {
    let snapshot = UnsafeMutablePointer<Environment>.allocate(capacity: 1)
    snapshot.initialize(to: environment)
    return snapshot
  }

  /// Returns a copy of what is at `source`.
  static func copy(of source: UnsafePointer<Environment>) -> UnsafeMutablePointer<Environment> {
    let snapshot = UnsafeMutablePointer<Environment>.allocate(capacity: 1)
    FunctionFields.copy(source, to: snapshot, size: Environment.sizeOfFunctions)
    own(of: snapshot).initialize(to: source.pointee.own)
    return snapshot
  }

  static func free(_ snapshot: UnsafePointer<Environment>) {
    let snapshot = UnsafeMutablePointer(mutating: snapshot)
    FunctionFields.destroy(snapshot, size: Environment.sizeOfFunctions)
    own(of: snapshot).deinitialize(count: 1)
    snapshot.deallocate()
  }

  private static func own(of snapshot: UnsafeMutablePointer<Environment>) -> UnsafeMutablePointer<OwnEndpoints> {
    (UnsafeMutableRawPointer(snapshot) + Environment.sizeOfFunctions).assumingMemoryBound(to: OwnEndpoints.self)
  }
}
