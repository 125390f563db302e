public import GlobalEnvironmentAtomics

/// The snapshots of one scope, which ends them with itself. Copies of this share one block of memory.
///
/// Each that a reader may have borrowed stays until then. So a reader, which holds the scope, borrows one without a lock, and
/// without retaining what is in it. One that was not read since it was published is used again once there is a later
/// one: several writes in a row keep no more than one does.
///
/// All is in one block of memory, the first snapshot, too: to bind a scope takes little longer than to allocate. It is not an
/// object, as the compiler would count references to it, or to the scope, in each read.
///
/// `@unchecked` holds because what is in the block changes only under its lock, except for the word of the latest
/// snapshot, which is only ever touched atomically.
@usableFromInline struct Snapshots: @unchecked Sendable {
  /// Where the block begins, with the address of the latest snapshot. It is odd until that is read.
  @usableFromInline let word: UnsafeMutablePointer<UInt>

  private struct State {
    let isRoot: Bool
    /// Those that were replaced, and may have readers.
    var before: [UnsafeMutablePointer<Environment>] = []
    /// One that was replaced before it was read.
    var spare: UnsafeMutablePointer<Environment>?
    /// How many changes have begun and not ended. Each looks at the snapshot with which it began.
    var changes = 0
    /// Called before each write.
    var onWrite: (@Sendable () -> Void)?
  }

  /// Makes the snapshots of a scope that begins with `environment`.
  init(_ environment: consuming Environment, isRoot: Bool = false, onWrite: (@Sendable () -> Void)? = nil) {
    word = Self.newBlock()
    first.initialize(to: environment)
    begin(State(isRoot: isRoot, onWrite: onWrite))
  }

  /// Makes the snapshots of a scope that begins with a copy of what is at `source`, changed by `change`.
  init<Failure: Error>(
    copying source: UnsafePointer<Environment>, changedBy change: (inout Environment) throws(Failure) -> Void
  ) throws(Failure) {
    word = Self.newBlock()
    first.initialize(to: source.pointee)
    begin(State(isRoot: false))
    do throws(Failure) {
      try change(&first.pointee)
    } catch {
      end()
      throw error
    }
  }

  private static func newBlock() -> UnsafeMutablePointer<UInt> {
    global_environment_block_make(Self.firstOffset + MemoryLayout<Environment>.size)
      .assumingMemoryBound(to: UInt.self)
  }

  private func begin(_ state: State) {
    if state.isRoot { FunctionFields.assertAllButLast(in: Environment.self) }
    self.state.initialize(to: state)
    // Its first reader need not mark it as read.
    word.initialize(to: UInt(bitPattern: first))
    if state.isRoot { rootChanged(to: first) } else { global_environment_scope_began() }
  }

  private func rootChanged(to snapshot: UnsafePointer<Environment>) {
    global_environment_root_changed(UInt(bitPattern: snapshot))
  }

  /// Frees all, when nothing holds the scope any more.
  func end() {
    global_environment_scope_ended()
    // What the endpoints captured is released here, with no lock held: a user's deinit may read `Env`.
    for snapshot in state.pointee.before { free(snapshot) }
    if let spare = state.pointee.spare { free(spare) }
    // A plain read: whoever held the scope has released it before.
    free(Self.snapshot(in: word.pointee))
    state.deinitialize(count: 1)
    global_environment_block_free(word)
  }

  private static func allocate() -> UnsafeMutablePointer<Environment> {
    global_environment_allocate(MemoryLayout<Environment>.size).assumingMemoryBound(to: Environment.self)
  }

  private func free(_ snapshot: UnsafeMutablePointer<Environment>) {
    // Another scope's new snapshot may get its address.
    global_environment_caller_has_gone(snapshot)
    snapshot.deinitialize(count: 1)
    if snapshot != first { global_environment_free(snapshot) }
  }

  // MARK: Reading

  /// The snapshot that was published last; valid for as long as the scope lives. Inlinable, as each read through a captured
  /// environment asks.
  @inlinable var latest: UnsafePointer<Environment> {
    let bits = global_environment_load(word)
    // Never nil: the word is only ever set from a pointer.
    return bits & 1 == 0 ? UnsafePointer(bitPattern: bits).unsafelyUnwrapped : firstRead()
  }

  /// Marks the latest snapshot as read, which it is until there is a later one.
  @inline(never) @usableFromInline func firstRead() -> UnsafePointer<Environment> {
    UnsafePointer(Self.snapshot(in: global_environment_clear_first_bit(word)))
  }

  private static func snapshot(in bits: UInt) -> UnsafeMutablePointer<Environment> {
    // Never nil: the word is only ever set from a pointer.
    UnsafeMutablePointer(bitPattern: bits & ~1).unsafelyUnwrapped
  }

  // MARK: Writing

  /// Begins a change, which ends with ``publish(_:)``.
  ///
  /// - Returns: The latest snapshot, and a copy of it that only the caller has.
  func beginChange() -> (base: UnsafePointer<Environment>, next: UnsafeMutablePointer<Environment>) {
    let (base, spare) = withLock { state in
      state.changes += 1
      return (UnsafePointer(Self.snapshot(in: global_environment_load(word))), state.spare.take())
    }
    if let spare {
      // What it held is released here, outside of the lock: a user's deinit may read `Env`.
      spare.pointee.assign(base)
      return (base, spare)
    }
    let next = Self.allocate()
    next.initialize(to: base.pointee)
    return (base, next)
  }

  /// Publishes `environment`.
  ///
  /// - Returns: How many old snapshots are kept now, if this has added one; else zero.
  func publish(_ environment: consuming Environment) -> Int {
    let next: UnsafeMutablePointer<Environment>
    if let spare = withLock({ $0.spare.take() }) {
      spare.pointee = environment
      next = spare
    } else {
      next = Self.allocate()
      next.initialize(to: environment)
    }
    return notifyingOfWrite { put(next, in: &$0) }
  }

  /// Publishes a change, and leaves what it has not changed as it is now.
  ///
  /// - Returns: How many old snapshots are kept now, if this has added one; else zero.
  func publish(_ change: EnvironmentChange) -> Int {
    notifyingOfWrite { state in
      state.changes -= 1
      change.end(over: Self.snapshot(in: global_environment_load(word)))
      return put(change.next, in: &state)
    }
  }

  private func put(_ next: UnsafeMutablePointer<Environment>, in state: inout State) -> Int {
    let bits = global_environment_swap(word, UInt(bitPattern: next) | 1)
    // Readers of the root borrow it without a mark.
    if state.isRoot { rootChanged(to: firstRead()) }
    // A change that has begun may look at it.
    if bits & 1 == 1, state.changes == 0, state.spare == nil {
      state.spare = Self.snapshot(in: bits)
      return 0
    }
    state.before.append(Self.snapshot(in: bits))
    return state.before.count
  }

  /// Calls `onWrite`, if there is one, and then `body` under the lock.
  private func notifyingOfWrite(_ body: (inout State) -> Int) -> Int {
    let count: Int? = withLock { $0.onWrite == nil ? body(&$0) : nil }
    if let count { return count }
    withLock { $0.onWrite }?()
    return withLock(body)
  }

  /// Calls `onWrite` before each write from now on.
  func setOnWrite(_ onWrite: @escaping @Sendable () -> Void) {
    // The one before is released outside of the lock.
    var other: (@Sendable () -> Void)? = onWrite
    withLock { swap(&$0.onWrite, &other) }
  }

  // MARK: The block

  private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    global_environment_block_lock(word)
    defer { global_environment_block_unlock(word) }
    return body(&state.pointee)
  }

  private var state: UnsafeMutablePointer<State> {
    (UnsafeMutableRawPointer(word) + Self.stateOffset).assumingMemoryBound(to: State.self)
  }

  private var first: UnsafeMutablePointer<Environment> {
    (UnsafeMutableRawPointer(word) + Self.firstOffset).assumingMemoryBound(to: Environment.self)
  }

  // Everything in it is aligned as a word is.
  private static var stateOffset: Int { MemoryLayout<global_environment_block>.stride }
  private static var firstOffset: Int { stateOffset + MemoryLayout<State>.stride }
}
