#if !canImport(FoundationNetworking)
  import Foundation

  /// The thread on which a URL session asked a protocol to load, and the modes of its run loop.
  ///
  /// On Apple's platforms a protocol may call its client there, and nowhere else.
  ///
  /// `@unchecked` holds because any thread may put blocks on a run loop of Core Foundation, and `isStopped` is touched on
  /// the thread alone.
  final class ClientThread: @unchecked Sendable {
    private let loop: CFRunLoop?
    private let modes: NSArray
    private(set) var isStopped = false

    /// Takes the thread of the caller.
    init() {
      loop = CFRunLoopGetCurrent()
      let modes = [RunLoop.current.currentMode, .default].compactMap { $0?.rawValue }
      self.modes = NSArray(array: modes.first == modes.last ? Array(modes.prefix(1)) : modes)
    }

    /// Runs `block` there after the blocks before it, unless ``stop()`` has been called.
    func perform(_ block: @escaping @Sendable () -> Void) {
      CFRunLoopPerformBlock(loop, modes) { if !self.isStopped { block() } }
      CFRunLoopWakeUp(loop)
    }

    /// Drops the blocks that still wait. Called on that thread.
    func stop() {
      isStopped = true
    }
  }
#endif
