import GlobalEnvironmentAtomics

/// Keeps the one word that a read of ``Env`` costs in a program that binds no scope: the address of the root's latest
/// snapshot while no bound scope is alive, else zero.
///
/// The word is a C global, set to a constant, so that reaching it needs no initialiser check.
///
/// A scope can only be current where it was bound, or in a task that inherited it: both happen after `scopeBegan`
/// stored zero, so a reader inside a scope never sees the root's address.
enum LoneRoot {
  private struct State {
    var scopes = 0
    var root: UInt = 0
  }

  private static let state = Locked(State())

  static func scopeBegan() {
    update { $0.scopes += 1 }
  }

  static func scopeEnded() {
    update { $0.scopes -= 1 }
  }

  static func rootChanged(to address: UInt) {
    update { $0.root = address }
  }

  private static func update(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      global_environment_lone_root_store(state.scopes == 0 ? state.root : 0)
    }
  }
}
