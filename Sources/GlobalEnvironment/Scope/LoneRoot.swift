import GlobalEnvironmentAtomics

/// Keeps the one word that a read of ``Env`` costs in a program that binds no scope: the address of the root's latest
/// snapshot while no bound scope is alive, else zero.
///
/// The word is a C global, set to a constant, so that reaching it needs no initialiser check. So are the number of scopes and
/// their lock.
///
/// A scope can only be current where it was bound, or in a task that inherited it: both happen after `scopeBegan`
/// stored zero, so a reader inside a scope never sees the root's address.
enum LoneRoot {
  static func scopeBegan() { global_environment_scope_began() }

  static func scopeEnded() { global_environment_scope_ended() }

  static func rootChanged(to snapshot: UnsafePointer<Environment>) {
    global_environment_root_changed(UInt(bitPattern: snapshot))
  }

  /// The root's latest snapshot, whatever scopes there are; nil before the root is made.
  static var latest: UnsafePointer<Environment>? { UnsafePointer(bitPattern: global_environment_root_load()) }
}
