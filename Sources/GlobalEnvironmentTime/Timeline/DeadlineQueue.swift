/// Elements that come out in the order of their deadlines; those of one deadline in the order in which they went in.
///
/// A heap: insertion and removal take logarithmic time. A removed element is released at once; its entry stays in the heap
/// until it comes out, or until such entries are the majority.
struct DeadlineQueue<Element> {

  /// Names one inserted element, also after it has left.
  struct Ticket: Hashable, Sendable {
    fileprivate var slot: Int
    fileprivate var sequence: UInt64
  }

  private struct Entry {
    // The two words of the deadline: a comparison of durations is a call into the standard library.
    private var low: UInt64
    private var high: Int64
    var sequence: UInt64
    var slot: Int

    init(deadline: Duration, sequence: UInt64, slot: Int) {
      (low, high) = Self.words(of: deadline)
      (self.sequence, self.slot) = (sequence, slot)
    }

    var deadline: Duration {
      get { unsafeBitCast((low, high), to: Duration.self) }
      set { (low, high) = Self.words(of: newValue) }
    }

    /// The layout of `Duration` is frozen: attoseconds in two words, the lower first.
    private static func words(of duration: Duration) -> (UInt64, Int64) {
      unsafeBitCast(duration, to: (UInt64, Int64).self)
    }

    static func < (left: Entry, right: Entry) -> Bool {
      if left.high != right.high { return left.high < right.high }
      return left.low != right.low ? left.low < right.low : left.sequence < right.sequence
    }
  }

  /// Where an element waits; free while `element` is nil.
  private struct Slot {
    var element: Element?
    var sequence: UInt64
    /// The slot that is free after this one; negative for none.
    var nextFree = -1
  }

  // Each entry of the heap has up to four below it, which lie together in memory. Entries are small and elements are not:
  // those stay in their slots. The first entry's element is always there.
  private var heap: [Entry] = []
  private var slots: [Slot] = []
  private var firstFree = -1
  private var nextSequence: UInt64 = 0
  /// How many entries' elements are still there.
  private var count = 0

  var isEmpty: Bool { heap.isEmpty }

  /// The element that comes out next.
  var next: Element? { heap.first.flatMap { slots[$0.slot].element } }

  /// How many elements were inserted before ``next``.
  var nextNumber: UInt64 { heap.first?.sequence ?? nextSequence }

  /// Gives the element that comes out next a later deadline. Its ticket stays valid.
  mutating func postponeFirst(to deadline: Duration) {
    guard !heap.isEmpty else { return }
    heap[0].deadline = max(heap[0].deadline, deadline)
    moveDown(from: 0)
    dropVacantFirst()
  }

  /// How many elements have been inserted so far: the number of the next one.
  var insertions: UInt64 { nextSequence }

  /// The deadline of the element that comes out next.
  var nextDeadline: Duration? { heap.first?.deadline }

  /// The elements and their deadlines, in the order in which they would come out.
  var inOrder: [(element: Element, deadline: Duration)] {
    heap.sorted(by: <).compactMap { entry in
      guard slots[entry.slot].sequence == entry.sequence else { return nil }
      return slots[entry.slot].element.map { ($0, entry.deadline) }
    }
  }

  mutating func insert(_ element: Element, at deadline: Duration) -> Ticket {
    let sequence = nextSequence
    nextSequence += 1
    count += 1
    let slot: Int
    if firstFree >= 0 {
      slot = firstFree
      firstFree = slots[slot].nextFree
      slots[slot] = Slot(element: element, sequence: sequence)
    } else {
      slot = slots.count
      slots.append(Slot(element: element, sequence: sequence))
    }
    heap.append(Entry(deadline: deadline, sequence: sequence, slot: slot))
    moveUp(from: heap.count - 1)
    return Ticket(slot: slot, sequence: sequence)
  }

  /// Whether `isAsked` is true for an element that is still there, with its number and deadline.
  func contains(where isAsked: (_ element: Element, _ number: UInt64, _ deadline: Duration) -> Bool) -> Bool {
    heap.contains { entry in
      guard slots[entry.slot].sequence == entry.sequence, let element = slots[entry.slot].element else { return false }
      return isAsked(element, entry.sequence, entry.deadline)
    }
  }

  /// Takes out the next element if it is due by `deadline`.
  mutating func popFirst(dueBy deadline: Duration) -> (element: Element, deadline: Duration)? {
    guard let first = heap.first, first.deadline <= deadline, let element = vacate(first.slot) else {
      return nil
    }
    removeFirst()
    dropVacantFirst()
    return (element, first.deadline)
  }

  /// Takes out the element that `ticket` names; nil when it has left already.
  mutating func remove(_ ticket: Ticket) -> Element? {
    guard isTaken(ticket.slot, by: ticket.sequence), let element = vacate(ticket.slot) else { return nil }
    if heap.count > 2 * count + 64 {
      heap = heap.filter { isTaken($0.slot, by: $0.sequence) }
      for index in stride(from: (heap.count + 2) / 4, through: 0, by: -1) { moveDown(from: index) }
    }
    dropVacantFirst()
    return element
  }

  /// Changes the element that `ticket` names.
  ///
  /// - Returns: False when it has left already.
  mutating func change(_ ticket: Ticket, _ change: (inout Element) -> Void) -> Bool {
    guard isTaken(ticket.slot, by: ticket.sequence), var element = slots[ticket.slot].element.take() else {
      return false
    }
    change(&element)
    slots[ticket.slot].element = element
    return true
  }

  /// Takes out everything, in order. Earlier tickets name no later element.
  mutating func removeAll() -> [Element] {
    let elements = inOrder.map(\.element)
    (heap, slots, firstFree, count) = ([], [], -1, 0)
    return elements
  }

  private func isTaken(_ slot: Int, by sequence: UInt64) -> Bool {
    slot < slots.count && slots[slot].sequence == sequence && slots[slot].element != nil
  }

  private mutating func vacate(_ slot: Int) -> Element? {
    count -= 1
    slots[slot].nextFree = firstFree
    firstFree = slot
    return slots[slot].element.take()
  }

  private mutating func dropVacantFirst() {
    while let first = heap.first, !isTaken(first.slot, by: first.sequence) { removeFirst() }
    // The memory that many elements needed is released when they have gone.
    if heap.isEmpty, slots.count > 1_024 { (heap, slots, firstFree) = ([], [], -1) }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    moveDown(from: 0)
  }

  private mutating func moveUp(from start: Int) {
    let entry = heap[start]
    var index = start
    while index > 0 {
      let parent = (index - 1) / 4
      guard entry < heap[parent] else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = entry
  }

  private mutating func moveDown(from start: Int) {
    guard start < heap.count else { return }
    let entry = heap[start]
    var index = start
    while true {
      let first = 4 * index + 1
      guard first < heap.count else { break }
      var child = first
      for other in first..<min(first + 4, heap.count) where heap[other] < heap[child] { child = other }
      guard heap[child] < entry else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = entry
  }
}
