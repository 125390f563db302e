import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a URL session, from the stubs' answer to its delivery.
///
/// The answer is made in a task of its own, as it may take long, and delivered where the session allows that.
final class ProtocolLoad: Sendable {
  private struct State {
    /// Nil when the session knows how it ended, and must not be called any more.
    var client: ProtocolClient?
    var isLoading = false
    var parts: ArraySlice<HTTPStubs.Part> = []
    /// Whether the delegate has not yet heard the last part that was sent.
    var isHearing = false
    var ending: Ending?
    /// What is called when all that has come is delivered. Until then, time stands still, and code that moves time waits.
    var holds: [@Sendable () -> Void] = []
    var work: Task<Void, Never>?
    var watch: UInt64?
    /// Whether a timer is set that checks whether the suspended task has resumed.
    var isWaiting = false
    /// How many calls that make the session load again have not returned, and whether it did so meanwhile.
    var calls = 0
    var hasLoadedMeanwhile = false

    /// Whether there is something to deliver.
    func hasNews(isStreamed: Bool) -> Bool { ending != nil || isStreamed && !parts.isEmpty }

    /// Keeps what lets time move again until what has come is delivered; not when nothing is delivered any more.
    mutating func hold(_ hold: (@Sendable () -> Void)?) {
      if client != nil, let hold { holds.append(hold) }
    }

    mutating func takeHolds() -> [@Sendable () -> Void] {
      defer { holds = [] }
      return holds
    }

    /// The client with which to make the session load again; nil where it does not load yet, or knows how it ended. It is also
    /// nil while the delegate hears a part. The delegate may suspend the task then, and loading again would resume it.
    mutating func clientToCallBack() -> ProtocolClient? {
      guard isLoading, !isHearing, let client else { return nil }
      calls += 1
      hasLoadedMeanwhile = false
      return client
    }

    /// Whether to deliver now; not while the session is made to load again. A task that ends then would fail once more, and
    /// Foundation would end the process.
    mutating func mayDeliver() -> Bool {
      if calls == 0 { return client != nil }
      hasLoadedMeanwhile = true
      return false
    }
  }

  private struct Ending: Sendable {
    let error: (any Error)?
  }

  private let state: Locked<State>
  private let url: URL?
  /// The time that stands still while the outcome is on its way to the caller.
  private let time: VirtualTime?
  /// Whether each part is delivered as it arrives.
  private let isStreamed: Bool
  /// Its task, and the tasks of its session.
  private let task: Int
  private let tasks: TasksOfSession?
  /// The arrival that a test waits for when it moves time.
  private let arrival: Arrival?

  /// Begins to answer what was sent.
  init(of sent: SentThroughSession, to target: ProtocolTarget, _ client: ProtocolClient) {
    url = sent.url
    time = target.time
    (task, tasks) = (client.task.taskIdentifier, target.tasks)
    tasks?.begin(task)
    isStreamed = sent.isStreamed
    state = Locked(State(client: client))
    arrival = Arrival(in: target.time)
    // Made in the scope, whose run keeps it in order.
    let work = target.makeTask { [self] in
      do {
        let answer = {
          try await HTTPStubs.$client.withValue(sent.client) {
            try await target.answer(sent.request()) { self.receive($0) }
          }
        }
        if let arrival { try await arrival.run(answer) } else { try await answer() }
        end(nil)
      } catch {
        end(error)
      }
    }
    let watch = isInRun ? time?.driver.watch { [weak self] in self?.isOnItsWay ?? false } : nil
    state.withLock { ($0.work, $0.watch) = (work, watch) }
  }

  deinit {
    if let watch = state.withLock({ $0.watch }) { time?.driver.endWatching(watch) }
  }

  private var isInRun: Bool { time?.driver.isRun == true }

  /// Whether the session still works on its own queue: it handles a cancellation, and will call `cancel()`, or it continues a
  /// task that was suspended.
  private var isOnItsWay: Bool {
    let (client, hasNews) = state.withLock { ($0.client, $0.hasNews(isStreamed: isStreamed)) }
    return client.map { $0.isBeingCancelled || hasNews && $0.isOpen } ?? false
  }

  // MARK: The answer

  private func receive(_ part: HTTPStubs.Part) {
    let hold = isStreamed && isInRun ? time?.outside() : nil
    let (isOver, mustDeliver) = state.withLock { state in
      state.parts.append(part)
      state.hold(hold)
      return (state.client == nil, isStreamed && state.isLoading)
    }
    if isOver { hold?() } else if mustDeliver { deliver() }
  }

  private func end(_ error: (any Error)?) {
    let outside = time?.outside()
    let hold: @Sendable () -> Void = { [arrival] in
      outside?()
      arrival?.rest()
    }
    let isOver = state.withLock { state in
      state.ending = Ending(error: error?.failing(url))
      state.hold(hold)
      return state.client == nil
    }
    if isOver { hold() } else { deliver() }
  }

  /// Lets time move although something is not delivered: the task is suspended until its user resumes it.
  private func letTimePass() {
    for hold in state.withLock({ $0.takeHolds() }) { hold() }
  }

  // MARK: The session

  /// Delivers what has arrived. Called by the session.
  func load() {
    state.withLock { $0.isLoading = true }
    #if canImport(FoundationNetworking)
      deliverHere()
    #else
      deliver()
    #endif
  }

  /// Ends the work, and reports the cancellation to the session unless that knows how it ended. Called by the session.
  func cancel() {
    // Before the client is taken, which shows the cancellation.
    let whenKnown = time?.outside()
    let (client, work, holds) = state.withLock { ($0.client.take(), $0.work, $0.takeHolds()) }
    work?.cancel()
    guard let client else {
      whenKnown?()
      return
    }
    tasks?.end(task)
    #if !canImport(FoundationNetworking)
      // A stopped protocol reports nothing more. The session notifies the caller.
      client.thread.stop()
    #endif
    client.close(URLError(.cancelled).failing(url), in: time) {
      whenKnown?()
      for hold in holds { hold() }
    }
  }

  /// Makes sure that what has arrived is delivered.
  private func deliver() {
    #if canImport(FoundationNetworking)
      guard !isInRun, let tasks else { return callBack() }
      // One after another, as each waits for the queue of the session. Hundreds at once would take all threads of their stage.
      // audit:allow scheduling – the session waits for what is called here
      tasks.queue.async { self.callBack() }
    #else
      state.withLock { $0.isLoading ? $0.client : nil }?.thread.perform { self.deliverHere() }
    #endif
  }

  #if canImport(FoundationNetworking)
    /// Makes the session load again.
    private func callBack() {
      while let client = state.withLock({ $0.clientToCallBack() }) {
        client.callBack()
        if !client.isOpen { letTimePass() }
        let mustRepeat = state.withLock { state in
          state.calls -= 1
          return state.calls == 0 && state.hasLoadedMeanwhile
        }
        if !mustRepeat { return }
      }
    }
  #else
    /// Tries again soon: the session does not report when a suspended task resumes.
    private func deliverLater(on thread: ClientThread) {
      let isFirst = state.withLock { state in
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      guard isFirst else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in
        guard let self else { return }
        state.withLock { $0.isWaiting = false }
        thread.perform { self.deliverHere() }
      }
    }
  #endif

  private func deliverHere() {
    guard let client = state.withLock({ $0.client }) else { return }
    guard client.isOpen else {
      letTimePass()
      #if !canImport(FoundationNetworking)
        if client.isSuspended { deliverLater(on: client.thread) }
      #endif
      return
    }
    let hold = isInRun ? time?.outside() : nil
    let queue = isStreamed ? client.queueOfDelegate : nil
    // In one step with the end: no call that makes the session load again may begin in between.
    let (parts, ending, holds) = state.withLock { state -> ([HTTPStubs.Part], Ending?, [@Sendable () -> Void]) in
      guard state.mayDeliver(), isStreamed || state.ending != nil, !state.isHearing else { return ([], nil, []) }
      if queue != nil, let part = state.parts.popFirst() {
        state.isHearing = true
        return ([part], nil, state.hasNews(isStreamed: true) ? [] : state.takeHolds())
      }
      defer { state.parts = [] }
      if state.ending != nil { state.client = nil }
      return (Array(state.parts), state.ending, state.takeHolds())
    }
    let whenSaid: @Sendable () -> Void = {
      hold?()
      for hold in holds { hold() }
    }
    client.send(isStreamed ? parts : parts.joined())
    #if canImport(FoundationNetworking)
      if let queue, !parts.isEmpty {
        // The delegate may cancel at this part, or suspend the task, and hears no other one then.
        return queue.afterwards { [self] in
          let hasMore = state.withLock { state in
            state.isHearing = false
            return state.hasNews(isStreamed: true)
          }
          if hasMore { deliver() }
          whenSaid()
        }
      }
    #endif
    guard let ending else { return parts.isEmpty || !isInRun ? whenSaid() : client.afterwards(whenSaid) }
    // Its caller is notified soon.
    tasks?.end(task)
    client.close(ending.error ?? client.missingResponse?.failing(url), in: time, whenSaid: whenSaid)
  }
}

extension [HTTPStubs.Part] {
  /// The same with one piece of body: a completion handler on Linux gets the last piece only.
  fileprivate func joined() -> [HTTPStubs.Part] {
    var (head, body) = ([HTTPStubs.Part](), Data())
    for part in self {
      switch part {
      case .response: head.append(part)
      case .body(let chunk): body.append(chunk)
      }
    }
    return body.isEmpty ? head : head + [.body(body)]
  }
}

extension VirtualTime {
  /// Keeps time from moving by itself, until the returned closure is called.
  func outside() -> @Sendable () -> Void {
    let request = driver.beginOutside {}
    return { [driver] in driver.endOutside(request) }
  }
}
