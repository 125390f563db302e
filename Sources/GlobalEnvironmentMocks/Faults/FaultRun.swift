import Foundation
import GlobalEnvironment
import GlobalEnvironmentStubs
import GlobalEnvironmentTime

/// One life of a test's program, in which a plan says what fails: counts the calls, and decides about each.
package final class FaultRun: Sendable {

  package struct Made: Sendable {
    package let call: FaultCall
    package let kind: FaultyCall
    /// Whether it failed because of a fault that began before, and lasts.
    package let isAftermath: Bool
  }

  private let state: Locked<State>
  /// Chooses the fault of a call, for a run whose faults are drawn.
  private let draw: (@Sendable (FaultCall, FaultyCall) -> EnvironmentFault?)?

  /// Whether no fault is planned, except those that the test places by hand.
  package let isCalm: Bool

  /// More calls are counted, but not listed.
  private static let listed = 10_000

  /// Prepares a life; `draw` chooses a fault for each call that the plan does not name.
  package init(
    _ plan: FaultPlan = FaultPlan(), draw: (@Sendable (FaultCall, FaultyCall) -> EnvironmentFault?)? = nil
  ) {
    state = Locked(State(due: plan.entries.map { Due(entry: $0, place: nil) }))
    self.draw = draw
    isCalm = plan.entries.isEmpty && draw == nil
  }

  /// Prepares the life after one that was killed: it finds what that has stored, and continues to count.
  ///
  /// - Parameter elapsed: How long that life took.
  package init(after killed: FaultRun, elapsed: Duration) {
    var next = killed.state.withLock { $0 }
    next.phase = .alive
    next.worlds = 0
    next.onKill = nil
    next.surroundings.shift += elapsed / .seconds(1)
    // What was placed by hand is placed again by the body, which begins again.
    next.due.removeAll { $0.place != nil }
    next.misfits.removeAll { $0.place != nil }
    next.begun = next.counts
    next.isVerified = false
    // Another process finds the same disk and the same keychain, but asks the network again.
    next.lasting.removeAll { $0 == .offline || $0 == .unavailable }
    state = Locked(next)
    draw = killed.draw
    isCalm = killed.isCalm
  }

  // MARK: What was

  /// The calls that were made, in order.
  package var made: [Made] { state.withLock { $0.made } }
  /// The faults of the plan, or drawn, that have happened, in order.
  package var struck: [FaultPlan.Entry] { state.withLock { $0.struck } }
  /// The faults of the plan whose call has not come.
  package var pending: [FaultPlan.Entry] { state.withLock { $0.due }.filter { $0.place == nil }.map(\.entry) }
  /// The faults of the plan that do not fit their calls, in words.
  package var misfits: [String] { state.withLock { $0.misfits }.filter { $0.place == nil }.map(\.message) }
  var isOver: Bool { state.withLock { $0.phase == .over } }
  package var isKilled: Bool { state.withLock { $0.phase == .killed } }
  var surroundings: Surroundings { state.withLock { $0.surroundings } }

  /// Calls `onKill` when a fault kills this life.
  package func onKill(_ onKill: @escaping @Sendable () -> Void) {
    state.replace(\.onKill, with: onKill)
  }

  /// Ends the life: later calls work without faults. Calls of a killed life never work again.
  package func end() {
    // `onKill` holds the run in virtual time, which holds this run.
    _ = state.withLock { state in
      if state.phase == .alive { state.phase = .over }
      return state.onKill.take()
    }
  }

  /// Ends the life because it runs forever: endpoints work again, which may be what it waits for.
  package func giveUp() {
    state.withLock { state in
      state.phase = .over
      state.isGivenUp = true
    }
  }

  /// Whether a fault has cancelled a task of this life.
  var hasCancelled: Bool { state.withLock { $0.phase == .alive && $0.hasCancelled } }

  package var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

  // MARK: Calls

  /// Whether the running code is part of the world, or of the test: its calls never fail.
  @TaskLocal package static var isInside = false
  /// Whether the body of `withoutFaults` still runs. A task that the body starts keeps this value, and may outlive the body.
  @TaskLocal static var isWithoutFaults: Locked<Bool>?
  /// Whether the running code is asked for a date to which the shift of the clock is added.
  @TaskLocal static var isShiftingDate = false

  /// Notes a call, and decides whether it fails.
  ///
  /// - Returns: How it fails; nil where it continues. The calling task has been cancelled, or the clock set, by then.
  func strike(_ kind: FaultyCall, _ key: String? = nil) -> EnvironmentFault? {
    let isOfTest = Self.isInside || Self.isWithoutFaults?.withLock { $0 } == true
    if isOfTest || UnobservedRead.isUnderWay { return kind.canBeKilled && isKilled ? .killed : nil }
    SignalStack.prepare()
    let (phase, fault, onKill, isByHand) = state.withLock {
      state -> (Phase, EnvironmentFault?, (@Sendable () -> Void)?, Bool) in
      guard state.phase == .alive else { return (state.phase, nil, nil, false) }
      let fault = state.next(kind, key, limit: Self.listed, draw: draw)
      if fault == .cancelled { state.hasCancelled = true }
      guard fault == .killed else { return (.alive, fault, nil, fault != nil && state.hasStruckByHand) }
      state.phase = .killed
      return (.alive, fault, state.onKill.take(), false)
    }
    // What comes after a fault may never send a request.
    if isByHand { HTTPStubs.current?.allowUnused() }
    if phase != .alive { return phase == .killed ? .killed : nil }
    switch fault {
    case .cancelled:
      withUnsafeCurrentTask { $0?.cancel() }
      return nil
    case .killed:
      if let onKill { onKill() } else { reportKillByHand() }
      return .killed
    case .clockBack: shift { _ in -3600 }
    case .clockForward: shift { _ in 86_400 }
    case .summerTime:
      shift { date in
        let change = Env.timeZone().nextDaylightSavingTimeTransition(after: date)
        return change.map { $0.timeIntervalSince(date) + 1 } ?? 0
      }
    case .otherTimeZone: state.withLock { $0.surroundings.timeZone = TimeZone(identifier: "Asia/Kathmandu") }
    case .otherLocale: state.withLock { $0.surroundings.locale = Locale(identifier: "ar_EG") }
    default: return fault
    }
    return nil
  }

  /// Runs the world's side of a call.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$isInside.withValue(true, operation: body)
  }

  /// Notes a call that never fails, and runs the world's side of it.
  func counted<Result>(_ kind: FaultyCall, _ body: () -> Result) -> Result {
    _ = strike(kind)
    return inside(body)
  }

  private func shift(_ seconds: (Date) -> TimeInterval) {
    let seconds = UnobservedRead.of { seconds(Env.date()) }
    state.withLock { $0.surroundings.shift += seconds }
  }

  private func reportKillByHand() {
    let choice = ".only(\"\(made.last?.call.text ?? "")=killed\")"
    TestHooks.report(
      """
      A process can be killed and started again only where the body of the test can begin again. Give the test the trait \
      .faults(\(choice)), or in XCTest let withFaults(\(choice)) run its body, and take Env.fail away.
      """,
      at: nil
    )
  }

  // MARK: By hand

  /// Places a fault by hand.
  ///
  /// - Parameter isFromHere: Whether calls are counted from here on, and not from the beginning of the life.
  func add(_ entry: FaultPlan.Entry, at place: SourcePlace, isFromHere: Bool) {
    state.withLock { state in
      let call = entry.call
      let begun = state.begun[call.name, default: 0]
      // It has ended an earlier life, and would end this one, and so on.
      if entry.fault == .killed, begun >= call.number { return }
      let before = isFromHere ? state.counts[call.name, default: 0] : begun
      state.due.append(Due(entry: entry, place: place, before: before))
    }
  }

  /// Whether there is nothing to report about faults placed by hand.
  var isDone: Bool { state.withLock { $0.due.isEmpty && $0.misfits.isEmpty } }

  /// Removes the faults placed by hand that have not happened.
  package func removeFaultsByHand() {
    state.withLock { $0.due.removeAll { $0.place != nil } }
  }

  /// Takes over the faults placed by hand in an environment that this run follows from now on.
  func takeOver(_ byHand: FaultRun) {
    for due in byHand.state.replace(\.due, with: []) {
      if let place = due.place { add(due.entry, at: place, isFromHere: false) }
    }
  }

  /// Reports the faults placed by hand that have not happened, and those that do not fit. The second call does nothing.
  package func verify() {
    let state = state.withLock { state in
      defer { state.isVerified = true }
      return state
    }
    if state.isVerified { return }
    for case (let misfit, let place?) in state.misfits { TestHooks.report(misfit, at: place) }
    for due in state.due where due.place != nil {
      let call = due.entry.call
      let count = state.counts[call.name, default: 0] - due.before
      TestHooks.report(
        """
        The fault \(due.entry.fault.rawValue) has not happened: it waits for call \(call.number) of \(call.name), which was \
        called \(count == 1 ? "once" : "\(count) times").\(state.others(than: call)) Remove it, or place it at a call that \
        comes.
        """,
        at: due.place
      )
    }
  }

  // MARK: Storage

  /// Makes a world that is new in this life find what the previous life has stored.
  func carryOver(_ environment: inout Environment) {
    let found = state.withLock { state -> Stores? in
      defer { state.worlds += 1 }
      if state.worlds < state.stores.count { return state.stores[state.worlds] }
      state.stores.append(Stores(environment))
      return nil
    }
    guard let found else { return }
    // It is not the program that asks for them.
    UnobservedRead.of {
      let new = environment.defaults() as? InMemoryDefaults
      (found.defaults() as? InMemoryDefaults)?.endProcess(beginning: new)
    }
    found.put(into: &environment)
  }
}
