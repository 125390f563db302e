import GlobalEnvironmentFlight

/// Finds the records of a flight again, each for the task that asks as the recorded one did.
///
/// A lane is a task of the recorded program. A task of the replay gets the lane that begins with what it asks first. Where
/// several did so at about the same time, it gets the one whose task was made first, since tasks are mostly made in
/// the same order again; a guess says where that is wrong. Code outside of tasks shares one lane, as its threads may be
/// others each time.
struct ReplayLanes: Sendable {
  /// For each choice among several lanes, in the order of choices, those that have turned out to be wrong.
  typealias Guess = [Set<UInt32>]

  private struct Choice: Sendable {
    let task: UInt64?
    let lane: UInt32
    let hasOthers: Bool
  }

  private struct Place: Hashable {
    let lane: UInt32
    let key: Int
  }

  /// The lane of code outside of tasks.
  private static let noTask: UInt32 = 1 << 23
  /// How far apart the beginnings of lanes may be that are made at once.
  private static let together = Duration.milliseconds(50)

  private let guess: Guess
  private let lanes: [UInt32]
  private let times: [Duration]
  private let keys: [Int?]
  private let numbers: [ReplayKey: Int]
  /// The records of each key, of each lane, and of each key in each lane, the next one last.
  private var ofKey: [[Int]]
  private var ofLane: [UInt32: [Int]] = [:]
  private var ofPlace: [Place: [Int]] = [:]
  private(set) var isTaken: [Bool]
  /// How many records were taken.
  private(set) var count = 0
  /// The lanes of each task, the newest first.
  private var owned: [UInt64?: [UInt32]] = [nil: [noTask]]
  private var areOwned: Set<UInt32> = []
  private var choices: [Choice] = []
  /// The lane of the task that was made first; nil where lanes do not tell.
  private let oldest: UInt32?

  init(_ flight: Flight, _ guess: Guess) {
    self.guess = guess
    let events = flight.events
    lanes = events.map { min($0.lane, Self.noTask) }
    times = events.map(\.when)
    isTaken = Array(repeating: false, count: events.count)
    oldest = flight.info.texts[.lanes] == nil ? nil : lanes.first { $0 < Self.noTask }
    var numbers: [ReplayKey: Int] = [:]
    keys = events.map { event in
      event.key.map { key in
        let number = numbers[key, default: numbers.count]
        numbers[key] = number
        return number
      }
    }
    self.numbers = numbers
    ofKey = Array(repeating: [], count: numbers.count)
    for index in events.indices.reversed() {
      guard let key = keys[index] else { continue }
      ofKey[key].append(index)
      ofLane[lanes[index], default: []].append(index)
      ofPlace[Place(lane: lanes[index], key: key), default: []].append(index)
    }
  }

  // MARK: What is next

  /// Whether there is, or was, any record of a key.
  func knows(_ key: ReplayKey) -> Bool { numbers[key] != nil }

  /// Returns the next record of a key for a task; nil where there is none.
  mutating func next(_ key: ReplayKey, for task: UInt64?) -> Int? {
    guard let number = numbers[key] else { return nil }
    for lane in owned[task] ?? [] {
      if let index = ofPlace[Place(lane: lane, key: number)]?.next(isTaken) { return index }
    }
    if let lane = free(number, for: task) { return ofPlace[Place(lane: lane, key: number)]?.next(isTaken) }
    // Another task will ask for the value of its lane; a request says itself which answer is meant.
    if key.isValue, owned[task] != nil { return nil }
    return ofKey[number].next(isTaken)
  }

  mutating func take(_ index: Int) {
    isTaken[index] = true
    count += 1
  }

  /// Whether a task has lanes, which have no more records.
  func hasEnded(_ task: UInt64?) -> Bool {
    owned[task]?.allSatisfy { ofLane[$0]?.allSatisfy { isTaken[$0] } ?? false } ?? false
  }

  /// Whether a record is one of a task's.
  func isOwn(_ index: Int, of task: UInt64?) -> Bool { owned[task]?.contains(lanes[index]) ?? false }

  // MARK: Which task is which lane

  /// Gives a task the next lane that no other has, and that has a record of a key.
  private mutating func free(_ key: Int, for task: UInt64?) -> UInt32? {
    _ = ofKey[key].next(isTaken)
    // Those that began at once, and later ones, which are tried where none of the first fits.
    var (first, later): ([UInt32], [UInt32]) = ([], [])
    var until: Duration?
    for (step, index) in ofKey[key].reversed().enumerated() where !isTaken[index] && !areOwned.contains(lanes[index]) {
      let lane = lanes[index]
      if first.contains(lane) || later.contains(lane) { continue }
      let end = until ?? times[index] + Self.together
      until = end
      // There may be very many.
      if first.count + later.count == 100 || times[index] > end && step > 1_000 { break }
      if times[index] > end { later.append(lane) } else { first.append(lane) }
    }
    if first.first == Self.noTask { return Self.noTask }
    let beginning = (first + later).filter { ofLane[$0]?.next(isTaken).map { keys[$0] == key } ?? false }
    if first.contains(where: beginning.contains) { first.removeAll { !beginning.contains($0) } }
    if let oldest { first.sort { ($0 &- oldest &+ 1 << 22) & 0x7FFFFF < ($1 &- oldest &+ 1 << 22) & 0x7FFFFF } }
    let free = (first + later.filter(beginning.contains)).filter { $0 != Self.noTask }
    let wrong = choices.count < guess.count ? guess[choices.count] : []
    let fitting = free.filter { !wrong.contains($0) }
    guard let lane = fitting.first ?? free.first else { return nil }
    if free.count > 1 { choices.append(Choice(task: task, lane: lane, hasOthers: fitting.count > 1)) }
    areOwned.insert(lane)
    owned[task] = [lane] + (owned[task] ?? []).filter { ofLane[$0]?.next(isTaken) != nil }
    return lane
  }

  /// Returns what to choose instead, where a task differs from its lane: another lane for it, or else for one before it; nil
  /// where there is no other.
  func otherGuess(for task: UInt64?) -> Guess? {
    let open = choices.indices.filter { choices[$0].hasOthers }
    guard let index = open.last(where: { choices[$0].task == task }) ?? open.last else { return nil }
    var other = Array(guess.prefix(index + 1))
    while other.count <= index { other.append([]) }
    other[index].insert(choices[index].lane)
    return other
  }
}

extension [Int] {
  /// The last number of a record that is not taken yet; removes those behind it.
  fileprivate mutating func next(_ isTaken: [Bool]) -> Int? {
    while let last, isTaken[last] { removeLast() }
    return last
  }
}
