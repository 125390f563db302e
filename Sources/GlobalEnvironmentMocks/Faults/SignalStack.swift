// audit:allow-file process – a signal handler of this process needs a stack.

import Foundation

/// A second stack for each thread that asks for one, on which a signal handler runs when the first one is full.
///
/// Dispatch's threads block the signal of `abort`, which does not reach a handler there since the GNU C library 2.41.
package enum SignalStack {
  #if os(Linux)
    private static let size = 1 << 16

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { stack in
        var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
        sigaltstack(&none, nil)
        free(stack)
      }
      return key
    }()

    /// Gives the running thread a second stack, unless it has one, and lets a handler know of `abort`.
    package static func prepare() {
      guard pthread_getspecific(key) == nil else { return }
      var aborts = sigset_t()
      sigemptyset(&aborts)
      sigaddset(&aborts, SIGABRT)
      pthread_sigmask(SIG_UNBLOCK, &aborts, nil)
      var known = stack_t()
      guard sigaltstack(nil, &known) == 0, known.ss_sp == nil, let memory = malloc(size) else { return }
      var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
      sigaltstack(&stack, nil)
      pthread_setspecific(key, memory)
    }
  #else
    package static func prepare() {}
  #endif
}
