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
/// Of two threads that assign all of it at once, one has its way entirely. Changes of endpoints are merged.
///
/// An endpoint that builds on the one it replaces takes that first, as it would call itself otherwise:
///
/// ```swift
/// Env.date = { [before = Env.date] in before() + 60 }
/// ```
///
/// Each write outside any scope keeps one copy of the struct (16 bytes for each endpoint) for the life of the process:
/// that is what makes reading free. In a bound scope these copies go when the scope does. A program that writes thousands of
/// times outside any scope gets a note on the standard error, once.
public var Env: Environment {
  @inlinable _read {
    // With one `yield`, the compiler can inline this into the caller. What a scope needs is in functions that it does not
    // inline. If it did, it would copy the whole struct to read a computed member.
    var scope: Unmanaged<EnvironmentScope>?
    let snapshot =
      UnsafePointer<Environment>(bitPattern: global_environment_lone_root_load()) ?? EnvironmentScope.hold(&scope)
    defer { if let scope { EnvironmentScope.letGo(of: scope) } }
    yield snapshot.pointee
  }
  _modify {
    // No lock is held while the caller changes its copy: the caller may write `Env` again inside, or suspend.
    let scope = EnvironmentScope.writable
    let change = EnvironmentChange(of: scope)
    defer { scope.publish(change) }
    yield &change.next.pointee
  }
  set {
    EnvironmentScope.writable.publish(newValue)
  }
}
