public import Synchronization

/// The address of the root's latest snapshot while no bound scope is alive, else zero.
///
/// This one word is what a read of ``Env`` costs in a program that binds no scope. It is a global of its own, set to a
/// constant, so that reaching it needs no initialiser check.
@usableFromInline let loneRoot = Atomic<UInt>(0)

/// Keeps ``loneRoot`` true.
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
      loneRoot.store(state.scopes == 0 ? state.root : 0, ordering: .releasing)
    }
  }
}
