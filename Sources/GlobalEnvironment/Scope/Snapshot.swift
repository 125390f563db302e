import GlobalEnvironmentAtomics

/// The memory of an environment that a scope has published or will publish.
enum Snapshot {
  /// Returns uninitialized memory.
  static func allocate() -> UnsafeMutablePointer<Environment> {
    global_environment_allocate(MemoryLayout<Environment>.size).assumingMemoryBound(to: Environment.self)
  }

  /// Copies what is at `source` to uninitialized memory.
  static func copy(_ source: UnsafePointer<Environment>, to target: UnsafeMutablePointer<Environment>) {
    FunctionFields.copy(source, to: target, size: Environment.sizeOfFunctions)
    own(of: target).initialize(to: source.pointee.own)
  }

  /// Puts a copy of what is at `source` in place of what is at `target`.
  static func assign(_ source: UnsafePointer<Environment>, to target: UnsafeMutablePointer<Environment>) {
    FunctionFields.assign(source, to: target, size: Environment.sizeOfFunctions)
    own(of: target).pointee = source.pointee.own
  }

  /// Releases what a snapshot holds; its memory is uninitialized then.
  static func deinitialize(_ snapshot: UnsafeMutablePointer<Environment>) {
    FunctionFields.destroy(snapshot, size: Environment.sizeOfFunctions)
    own(of: snapshot).deinitialize(count: 1)
  }

  private static func own(of snapshot: UnsafeMutablePointer<Environment>) -> UnsafeMutablePointer<OwnEndpoints> {
    (UnsafeMutableRawPointer(snapshot) + Environment.sizeOfFunctions).assumingMemoryBound(to: OwnEndpoints.self)
  }
}
