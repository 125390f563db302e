import GlobalEnvironmentAtomics

/// The place where an environment lives: the process's root, or the bound scope of a test or a `withEnvironment` body.
///
/// Child tasks and `Task {}` inherit the scope they are made in. Where task-locals do not go (dispatch queues,
/// `Task.detached`, threads, callbacks), carry it by hand:
///
/// ```swift
/// let scope = EnvironmentScope.current
/// queue.async { scope.run { print(Env.date()) } }
/// ```
///
/// A bound scope lives until its body has ended and nothing holds it any more: so an endpoint must not capture its own
/// scope, which would hold itself forever.
public final class EnvironmentScope: Sendable {
  @usableFromInline let snapshots: Snapshots
  package let family: ScopeFamily?
  /// Whether endpoints of another scope run in this one, to see whether they call themselves.
  private let isWatching: Bool

  /// The scope of the code that asks: the innermost bound one, else the running test's, else the root.
  public static var current: EnvironmentScope {
    current(for: .hold)
  }

  /// Runs `body` in this scope, on the thread of the caller.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable @discardableResult
  public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // Only what is inside `bind` is compiled in this module, where it would have to work for every type of result.
    var outcome: Swift.Result<Result, Failure>?
    bind { outcome = Swift.Result { () throws(Failure) in try body() } }
    // Not nil: `bind` has run its body, once.
    return try outcome.unsafelyUnwrapped.get()
  }

  /// Runs `body` in this scope, on the actor of the caller.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable @discardableResult
  public func run<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    await bind {
      do throws(Failure) {
        outcome = .success(try await body())
      } catch {
        outcome = .failure(error)
      }
    }
    // Not nil: `bind` has run its body, once.
    return try outcome.unsafelyUnwrapped.get()
  }

  /// Runs `body`, which waits for nothing, in this scope; tasks that it makes do not inherit the scope.
  ///
  /// For code of this package on a thread that may be waited for while a task is cancelled: to bind a task-local, Swift takes
  /// a lock that is held meanwhile.
  package func call<Result>(_ body: () -> Result) -> Result {
    let outer = CallScope.enter(Unmanaged.passUnretained(self).toOpaque())
    defer { withExtendedLifetime(self) { CallScope.leave(to: outer) } }
    return body()
  }

  @usableFromInline func bind(_ body: () -> Void) {
    // Where a scope is bound again and again inside itself, an endpoint may ask for itself through a captured environment.
    if TestHooks.areAny, Self.innermostUnretained?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
      TestHooks.checkStack()
    }
    let (call, end) = (ThreadLocalSlot.callScope.value, family?.whenBound?(self))
    if call != nil { CallScope.leave(to: nil) }
    Self.$bound.withValue(self) {
      assert(Self.isBound, "The Swift runtime finds no task-local by its address: code in a scope would see the root.")
      body()
    }
    end?()
    if call != nil { CallScope.leave(to: call) }
  }

  /// As ``run(_:)``, for the body of a test: each function on the way takes memory of the test until all have ended.
  package func runTest(_ body: () async throws -> Void) async throws {
    let end = family?.whenBound?(self)
    defer { end?() }
    try await Self.$bound.withValue(self, operation: body)
  }

  @usableFromInline func bind(_ body: () async -> Void) async {
    let end = family?.whenBound?(self)
    await Self.$bound.withValue(self, operation: body)
    end?()
  }

  // MARK: Where readers and writers are sent

  @TaskLocal private static var bound: EnvironmentScope?

  /// The key of the task-local value that holds the innermost scope, an `EnvironmentScope?`.
  package static var taskLocalKey: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained($bound).toOpaque()) }

  /// The scope in which the asking code runs. What binds it holds it until that code has ended.
  @inline(__always) private static var innermostUnretained: Unmanaged<EnvironmentScope>? {
    if let call = ThreadLocalSlot.callScope.value { return .fromOpaque(call) }
    // As `bound` does, which retains the scope.
    let value = taskLocalValue(taskLocalKey)
    return value?.load(as: Unmanaged<EnvironmentScope>?.self)
  }

  private static var innermost: EnvironmentScope? { innermostUnretained?.takeUnretainedValue() }

  /// Whether the asking code is inside a bound scope; a detached task, a queue or a thread is not.
  package static var isBound: Bool { innermostUnretained != nil }

  /// Returns the scope of the code that asks, for what it will do with it; nil where that is the root.
  package static func bound(for access: TestHooks.Access) -> EnvironmentScope? {
    innermost ?? TestHooks.scope(for: access)
  }

  /// Lets each read ask the hooks of tests for its scope from now on, also while no scope is alive.
  package static func sendReadsToHooks() { global_environment_scope_began() }

  package static let root = EnvironmentScope(Snapshots(Environment(), isRoot: true))

  /// Returns the scope of the code that asks, for what it will do with it. Code that looks at its snapshot holds it meanwhile.
  static func current(for access: TestHooks.Access) -> EnvironmentScope {
    bound(for: access) ?? root
  }

  /// Finds the scope that a read goes to, and retains it where it may be that of a test, which may end meanwhile.
  ///
  /// In a test, a read that comes when the stack is nearly used up gets another scope: an endpoint calls itself.
  ///
  /// - Returns: Its snapshot, which is valid until ``releaseSnapshot(of:)``.
  @usableFromInline
  static func acquireSnapshot(_ scope: inout Unmanaged<EnvironmentScope>?) -> UnsafePointer<Environment> {
    let (innermost, isInTests) = (innermostUnretained, TestHooks.areAny)
    // What binds a scope holds it as long as the caller runs, and the root is never released.
    if innermost != nil || !isInTests || KnownReads.areKnown {
      let lasting = innermost == nil && isInTests ? KnownReads.scope : innermost
      let latest = lasting.map(latest(of:)) ?? UnsafePointer(bitPattern: global_environment_root_load()) ?? root.latest
      guard isInTests, let other = other(than: lasting, latest) else { return latest }
      scope = .passRetained(other)
      return other.latest
    }
    let found = current(for: .read)
    let readable = other(than: .passUnretained(found), found.latest) ?? found
    scope = .passRetained(readable)
    return readable.latest
  }

  /// Returns what a read gets in place of a scope and its snapshot; nil where it gets those, as nearly always.
  private static func other(
    than scope: Unmanaged<EnvironmentScope>?, _ snapshot: UnsafePointer<Environment>
  ) -> EnvironmentScope? {
    let read: TestHooks.RunawayRead
    if let scope, scope._withUnsafeGuaranteedRef({ $0.isWatching }) {
      read = .next
    } else {
      // The snapshot: once it is replaced, the endpoint that called itself is gone.
      switch global_environment_look_at_stack(snapshot) {
      case global_environment_stack_is_low: read = .first
      case global_environment_task_is_endless: read = .firstInTask
      case global_environment_stack_was_low: read = .next
      default: return nil
      }
    }
    return TestHooks.framework?.scope(of: read, scope?.takeUnretainedValue() ?? root)
  }

  /// Releases what ``acquireSnapshot(_:)`` has retained.
  @usableFromInline static func releaseSnapshot(of scope: Unmanaged<EnvironmentScope>) {
    scope.release()
  }

  /// Calls `body` with the snapshot that a read gets.
  static func reading<Result>(_ body: (UnsafePointer<Environment>) -> Result) -> Result {
    if let lone = UnsafePointer<Environment>(bitPattern: global_environment_lone_root_load()) { return body(lone) }
    var scope: Unmanaged<EnvironmentScope>?
    let snapshot = acquireSnapshot(&scope)
    defer { if let scope { releaseSnapshot(of: scope) } }
    return body(snapshot)
  }

  /// The scope that a write goes to, and whether it was retained: what binds a scope holds it as long as the caller runs.
  static func heldForWrite() -> (scope: Unmanaged<EnvironmentScope>, isRetained: Bool) {
    innermostUnretained.map { ($0, false) } ?? (.passRetained(current(for: .write)), true)
  }

  // MARK: Snapshots

  /// Makes a scope that holds `environment`.
  ///
  /// - Parameters:
  ///   - family: The family that it belongs to; that of the current scope unless given.
  ///   - onWrite: Called before each write.
  @usableFromInline package convenience init(
    _ environment: consuming Environment, in family: ScopeFamily? = nil, onWrite: (@Sendable () -> Void)? = nil
  ) {
    let family = family ?? Self.family(inside: Self.innermost)
    family?.adapt?(&environment)
    self.init(Snapshots(environment, onWrite: onWrite), in: family)
    family?.insert(self)
  }

  /// Makes a scope of no test, in which endpoints of another scope run to see whether they call themselves.
  package convenience init(watching environment: Environment) {
    self.init(Snapshots(environment), in: ScopeFamily(), isWatching: true)
  }

  /// Makes a scope that holds a copy of the current environment, changed by `change`.
  @usableFromInline convenience init<Failure: Error>(
    changedBy change: (inout Environment) throws(Failure) -> Void
  ) throws(Failure) {
    let innermost = Self.innermost
    let family = Self.family(inside: innermost)
    let around = innermost ?? Self.current(for: .read)
    let snapshots = try Snapshots(copying: around.snapshots.latest) { environment throws(Failure) in
      try change(&environment)
      family?.adapt?(&environment)
    }
    self.init(snapshots, in: family)
    family?.insert(self)
  }

  /// Returns the family of a scope that code in `innermost` makes.
  private static func family(inside innermost: EnvironmentScope?) -> ScopeFamily? {
    if let innermost, let family = innermost.family { return family }
    guard TestHooks.areAny else { return nil }
    return ScopeFamily.current ?? TestHooks.framework?.newFamily
  }

  private init(_ snapshots: Snapshots, in family: ScopeFamily? = nil, isWatching: Bool = false) {
    (self.snapshots, self.family, self.isWatching) = (snapshots, family, isWatching)
  }

  deinit {
    guard let family else { return snapshots.end() }
    family.remove(ObjectIdentifier(self))
    // What only the scope of a test still holds must not use the live world, or the environment of another test.
    let isInside = Self.innermost?.family.map { family.isPart(of: $0) } ?? false
    let outer = isInside ? nil : TestHooks.framework?.scopeOfReleases
    if let outer { outer.run { snapshots.end() } } else { snapshots.end() }
  }

  /// The environment that lives here, as of now.
  package var environment: Environment { latest.pointee }

  /// Changes with each write, and never comes back while the scope lives.
  package var revision: UInt { UInt(bitPattern: latest) }

  /// The snapshot that was published last; valid for as long as the scope is held.
  @inlinable var latest: UnsafePointer<Environment> { snapshots.latest }

  /// The latest snapshot of a scope that the caller holds; this does not retain it.
  @inlinable static func latest(of scope: Unmanaged<EnvironmentScope>) -> UnsafePointer<Environment> {
    scope._withUnsafeGuaranteedRef { $0.snapshots }.latest
  }

  /// Ends what lives here: a later read sees `environment`, and a later write calls `onWrite` first.
  package func end(as environment: Environment, onWrite: @escaping @Sendable () -> Void) {
    noteWrite(kept: snapshots.publish(environment))
    snapshots.setOnWrite(onWrite)
  }

  /// Publishes `environment` to readers.
  func publish(_ environment: consuming Environment) {
    family?.adapt?(&environment)
    noteWrite(kept: snapshots.publish(environment))
  }

  /// Publishes what `change` has changed, and leaves the rest as it is now.
  ///
  /// - Parameter change: A finished change. The scope owns its copy from now on.
  func publish(_ change: EnvironmentChange) {
    let tell = PlaceChange(change).whenPublished(change.next)
    // Outside of the lock: it may ask the environment.
    family?.adapt?(&change.next.pointee)
    noteWrite(kept: snapshots.publish(change))
    if let tell { run(tell) }
  }

  private func noteWrite(kept: Int) {
    guard kept >= RootGrowth.limit else { return }
    let framework = TestHooks.framework
    let message = RootGrowth.message(afterWrite: kept, isRoot: self === Self.root, isTesting: framework != nil)
    guard let message else { return }
    if let framework { return framework.warn(message, at: nil) }
    writeToStandardError("GlobalEnvironment: \(message)\n")
  }
}

/// A function of the Swift runtime. Returns the address of a task-local's value, valid until it is unbound; nil where none is
/// bound.
///
/// `TaskLocal` itself asks this. The key is the address of the task-local.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
