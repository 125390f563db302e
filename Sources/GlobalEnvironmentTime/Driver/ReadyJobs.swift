import GlobalEnvironment

/// One thing that a run can do next.
enum ReadyJob: Sendable {
  /// A job of the runtime, with the task that it continues, and whether that is of no run.
  case job(UnownedJob, task: UInt64, JobPlace, isGuest: Bool = false)
  /// A block of a scheduler that is due.
  case work(Timeline.Waiter)
  /// Something that the package itself does on behalf of the run.
  case block(@Sendable () -> Void)

  var isForMainQueue: Bool {
    switch self {
    case .job(_, _, let place, _): place == .mainQueue
    case .work(let waiter): !waiter.origin.isInBackground
    case .block: false
    }
  }

  /// Whether it is a turn of an actor, which runs what is ready there, or another part of the running task.
  var isTurn: Bool { job?.flags.isTask == false }

  /// The runtime's job, with its flags; nil for other jobs.
  var job: (address: UInt, flags: JobFlags)? {
    guard case .job(let job, _, _, _) = self else { return nil }
    return (unsafeBitCast(job, to: UInt.self), JobFlags(of: job))
  }

  /// Whether it continues a task of no run.
  var isGuest: Bool { if case .job(_, _, _, let isGuest) = self { isGuest } else { false } }

  func run() {
    switch self {
    case .job(let job, _, let place, _): Jobs.seam.run(job, at: place)
    case .work(let waiter): waiter.fire()
    case .block(let block): block()
    }
  }

  /// The task that continues; zero where there is none.
  var task: UInt64 {
    if case .job(_, let task, _, _) = self { task } else { 0 }
  }
}

/// What a run can do next: in the order in which it became ready, or as a seed chooses. That never reorders what is for
/// the main queue, which is first-in-first-out in an app.
struct ReadyJobs {
  /// A job in its place.
  struct Entry: Sendable {
    let job: ReadyJob
    /// How many had become ready before.
    let number: Int
    /// The code that has made it ready; nil unless a message will name it.
    var origin: Origin?
  }

  let choice: RunOrder
  private let planned: [Int: Detour]
  private var random: SplitMix64
  /// What is for the main queue; without a seed, all of it.
  private var inOrder = Fifo()
  /// The others; in the order of arrival, unless a seed chooses.
  private var others: [Entry] = []
  private var ranked: RankedJobs?
  private var arrivals = 0
  private var step = 0
  /// The choices of the seed that were not the first in the order of arrival, if they are noted.
  private(set) var detours: [Detour] = []
  /// What was chosen in each detour, and what was passed by that.
  private(set) var explained: [(chosen: Entry, passed: Entry)] = []
  /// The job that runs before all others, if there is one.
  private var first: ReadyJob?
  /// A number that distinguishes one order of choices from another.
  private(set) var order: UInt64 = 0

  init(_ choice: RunOrder) {
    self.choice = choice
    let (seed, plan) =
      switch choice {
      case .arrival: (0, [Detour]())
      case .seed(let seed, _): (seed, [])
      case .detours(let detours, _): (0, detours)
      }
    planned = plan.isEmpty ? [:] : Dictionary(plan.map { ($0.step, $0) }) { $1 }
    random = SplitMix64(state: UInt64(truncatingIfNeeded: seed))
    // Even seeds choose any job, each as likely as the others. That finds races a few steps apart.
    if !seed.isMultiple(of: 2) { ranked = RankedJobs(random: random) }
  }

  var isEmpty: Bool { first == nil && inOrder.isEmpty && others.isEmpty && ranked?.isEmpty != false }

  /// Whether the next job was put before all others.
  var goesOn: Bool { first != nil }

  /// Lets a job run next, unless another one does.
  mutating func putFirst(_ job: ReadyJob) {
    if first == nil { first = job } else { append(job) }
  }

  /// - Parameter origin: Where it comes from, if the order explains itself.
  mutating func append(_ job: ReadyJob, from origin: Origin? = nil) {
    let entry = Entry(job: job, number: arrivals, origin: origin)
    arrivals += 1
    if choice.isArrival || job.isForMainQueue && !choice.hasDetours { return inOrder.append(entry) }
    if ranked == nil { others.append(entry) } else { ranked?.append(entry) }
  }

  /// Takes out the jobs of guests, in order.
  mutating func takeGuests() -> [ReadyJob] {
    var (guests, own) = ([ReadyJob](), [ReadyJob]())
    while let job = takeAny() { if job.isGuest { guests.append(job) } else { own.append(job) } }
    for job in own { append(job) }
    return guests
  }

  private mutating func takeAny() -> ReadyJob? {
    if let first = first.take() { return first }
    return inOrder.popFirst()?.job ?? others.popLast()?.job ?? ranked?.takeAny()
  }

  mutating func takeNext() -> ReadyJob? {
    if let first = first.take() { return first }
    switch choice {
    case .arrival: return inOrder.popFirst()?.job
    case .seed(_, let notes):
      let main = inOrder.first
      guard let chosen = takeBySeed() else { return nil }
      if notes { noteDetour(to: chosen, main) }
      return chosen.job
    case .detours: return takePlanned()
    }
  }

  private mutating func takeBySeed() -> Entry? {
    if let first = ranked?.first(before: inOrder.first?.job.task) {
      note(first.rank)
      return first.entry ?? inOrder.popFirst()
    }
    let count = UInt64(others.count + inOrder.count)
    guard count > 0 else { return nil }
    // Not quite uniform, but the same on each platform.
    let choice = random.next() % count
    note(choice << 32 | count)
    guard choice < others.count else { return inOrder.popFirst() }
    others.swapAt(Int(choice), others.count - 1)
    return others.removeLast()
  }

  private mutating func note(_ choice: UInt64) {
    var mixed = SplitMix64(state: order ^ choice)
    order = mixed.next()
  }

  /// Notes a choice, with what was the first for the main queue then.
  private mutating func noteDetour(to chosen: Entry, _ main: Entry?) {
    let earlier = others.count { $0.number < chosen.number } + (ranked?.count(before: chosen.number) ?? 0)
    let index = earlier + (main.map { $0.number < chosen.number } == true ? 1 : 0)
    if index > 0 { detours.append(Detour(step: step, index: index)) }
    step += 1
  }

  /// Takes the first, after what the plan says for this step; if other things are ready than when it was made, that may be nothing.
  private mutating func takePlanned() -> ReadyJob? {
    if others.isEmpty { return nil }
    defer { step += 1 }
    if let detour = planned[step] {
      // Of those for the main queue, only the first can run.
      let main = others.firstIndex(where: \.job.isForMainQueue)
      let candidates = others.indices.filter { $0 == main || !others[$0].job.isForMainQueue }
      if candidates.indices.contains(detour.index), 0..<detour.index ~= detour.before {
        let (from, to) = (candidates[detour.index], candidates[detour.before])
        if choice.explains { explained.append((others[from], others[to])) }
        others.insert(others.remove(at: from), at: to)
      }
    }
    return others.removeFirst().job
  }

  /// A queue.
  private struct Fifo {
    /// Nil for those that have been taken, so that what their work holds is released with them.
    private var jobs: [Entry?] = []
    private var head = 0

    var count: Int { jobs.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Entry? { isEmpty ? nil : jobs[head] }

    mutating func append(_ job: Entry) {
      jobs.append(job)
    }

    mutating func popFirst() -> Entry? {
      guard head < jobs.count else { return nil }
      let job = jobs[head].take()
      head += 1
      if head == jobs.count {
        jobs.removeAll(keepingCapacity: head < 1_024)
        head = 0
      } else if head > 1_024, 2 * head > jobs.count {
        jobs.removeFirst(head)
        head = 0
      }
      return job
    }
  }
}

/// Ready jobs in the order of random ranks that their tasks have.
///
/// It always continues the task that ranks first, and gives it a late rank at a few random steps. This finds races far apart
/// (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with probabilistic guarantees of finding bugs",
/// 2010). A task that runs often gets a late rank, too, as it may poll for what another task does.
private struct RankedJobs {
  /// How often a task runs before it gets a late rank.
  private static let mostRuns: UInt64 = 256

  private var random: SplitMix64
  private var jobs = DeadlineQueue<ReadyJobs.Entry>()
  private var ranks: [UInt64: (rank: UInt64, runs: UInt64)] = [:]
  private var changes: Set<UInt64> = []
  private var step: UInt64 = 0
  /// How often a task has got a late rank because it ran often.
  private var level: UInt64 = 0

  init(random: SplitMix64) {
    self.random = random
    // Early, or within a longer span, as the length of the run is not known.
    let span: UInt64 = 16 << (self.random.next() % 4)
    for _ in 0...(self.random.next() % 4) { changes.insert(self.random.next() % span) }
  }

  var isEmpty: Bool { jobs.isEmpty }

  mutating func append(_ entry: ReadyJobs.Entry) {
    _ = jobs.insert(entry, at: .nanoseconds(rank(of: entry.job.task)))
  }

  /// How many came before the one with that number.
  func count(before number: Int) -> Int {
    var count = 0
    _ = jobs.contains { entry, _, _ in
      if entry.number < number { count += 1 }
      return false
    }
    return count
  }

  mutating func takeAny() -> ReadyJob? { jobs.popFirst(dueBy: .nanoseconds(Int64.max))?.element.job }

  /// Takes the job that ranks first, unless that of `task` does, which waits for the main queue.
  mutating func first(before task: UInt64?) -> (rank: UInt64, entry: ReadyJobs.Entry?)? {
    let limit = if let task { rank(of: task) } else { UInt64.max }
    let next = jobs.popFirst(dueBy: .nanoseconds(Int64(clamping: limit)))?.element
    guard let chosen = next?.job.task ?? task else { return nil }
    let first = rank(of: chosen)
    let runs = (ranks[chosen]?.runs ?? 0) + 1
    ranks[chosen]?.runs = runs
    let isChange = changes.remove(step) != nil
    // From its next job on, it comes behind others: behind all, where it has run often.
    if runs.isMultiple(of: Self.mostRuns) { level += 1 }
    if isChange || runs.isMultiple(of: Self.mostRuns) { ranks[chosen] = (lateRank(), runs) }
    step += 1
    return (first, next)
  }

  private mutating func rank(of task: UInt64) -> UInt64 {
    if let rank = ranks[task]?.rank { return rank }
    // Not all new tasks come before one that runs for long.
    let rank = level > 0 && random.next().isMultiple(of: 2) ? lateRank() : random.next() >> 32
    ranks[task] = (rank, 0)
    return rank
  }

  private mutating func lateRank() -> UInt64 { (1 + level) << 32 + (random.next() >> 32) }
}
