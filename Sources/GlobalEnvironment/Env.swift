public import GlobalEnvironmentAtomics

/// The environment that code reads: `Env.date()`, `Env.locale()`, ….
///
/// Reading and writing are safe from any thread. A read takes no lock: it borrows the snapshot that was published last. A
/// write reaches the current ``EnvironmentScope``: the process's root outside any scope, a test's own inside a test.
///
/// ```swift
/// Env.date = { Date(timeIntervalSince1970: 0) }  // one endpoint; no other thread's write is lost
/// Env = .mock                                    // all of them
/// Env.reset()                                    // the live world again
/// ```
///
/// When two threads assign the whole environment at once, one of them wins entirely. Changes of endpoints are merged.
///
/// An endpoint that builds on the one it replaces captures that one first; otherwise it would call itself:
///
/// ```swift
/// Env.date = { [before = Env.date] in before() + 60 }
/// ```
///
/// Each write outside any scope keeps one copy of the struct (16 bytes for each endpoint of this module, and the table of
/// your own where any was assigned) for the life of the process: that is what makes reading free. A bound scope frees its
/// copies when it ends. A program that writes thousands of times outside any scope gets a note on the standard error, once.
public var Env: Environment {
  @inlinable _read {
    // With one `yield`, the compiler can inline this into the caller. What a scope needs is in functions that it does not
    // inline. If it did, it would copy the whole struct to read a computed member.
    var scope: Unmanaged<EnvironmentScope>?
    let snapshot =
      UnsafePointer<Environment>(bitPattern: global_environment_lone_root_load())
      ?? EnvironmentScope.acquireSnapshot(&scope)
    defer { if let scope { EnvironmentScope.releaseSnapshot(of: scope) } }
    yield snapshot.pointee
  }
  // Inlinable: otherwise each write would allocate memory for what is kept across the `yield`.
  @inlinable _modify {
    // No lock is held while the caller changes its copy: the caller may write `Env` again inside, or suspend.
    let change = EnvironmentChange()
    defer { change.publish() }
    yield &change.next.pointee
  }
  set {
    EnvironmentScope.current(for: .write).publish(newValue)
  }
}
