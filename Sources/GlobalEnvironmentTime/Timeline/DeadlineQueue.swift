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
    var deadline: Duration
    let ticket: Ticket

    /// The layout of `Duration` is frozen: attoseconds in two words, the lower first. Its own comparison is a call.
    private var words: (low: UInt64, high: Int64) { unsafeBitCast(deadline, to: (low: UInt64, high: Int64).self) }

    static func < (left: Entry, right: Entry) -> Bool {
      let (one, other) = (left.words, right.words)
      if one.high != other.high { return one.high < other.high }
      return one.low != other.low ? one.low < other.low : left.ticket.sequence < right.ticket.sequence
    }
  }

  /// Where an element waits; free while `element` is nil.
  private struct Slot {
    var element: Element?
    var sequence: UInt64
  }

  // Each entry of the heap has up to four below it, which lie together in memory. Entries are small and elements are not:
  // those stay in their slots. The first entry's element is always there.
  private var heap: [Entry] = []
  private var slots: [Slot] = []
  /// The slots that are free; the last is used first.
  private var free: [Int] = []
  /// How many elements have been inserted so far: the number of the next one.
  private(set) var insertions: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }

  /// The element that comes out next.
  var next: Element? { heap.first.flatMap { slots[$0.ticket.slot].element } }

  /// The ticket of ``next``.
  var nextTicket: Ticket? { heap.first?.ticket }

  /// How many elements were inserted before ``next``.
  var nextNumber: UInt64 { heap.first?.ticket.sequence ?? insertions }

  /// Gives the element that comes out next a later deadline. Its ticket stays valid.
  mutating func postponeFirst(to deadline: Duration) {
    guard !heap.isEmpty else { return }
    heap[0].deadline = max(heap[0].deadline, deadline)
    moveDown(from: 0)
    dropVacantFirst()
  }

  /// The deadline of the element that comes out next.
  var nextDeadline: Duration? { heap.first?.deadline }

  /// The elements and their deadlines, in the order in which they would come out.
  var inOrder: [(element: Element, deadline: Duration)] {
    heap.sorted(by: <).compactMap { entry in element(of: entry.ticket).map { ($0, entry.deadline) } }
  }

  mutating func insert(_ element: Element, at deadline: Duration) -> Ticket {
    let ticket = Ticket(slot: free.popLast() ?? slots.count, sequence: insertions)
    insertions += 1
    let slot = Slot(element: element, sequence: ticket.sequence)
    if ticket.slot == slots.count { slots.append(slot) } else { slots[ticket.slot] = slot }
    heap.append(Entry(deadline: deadline, ticket: ticket))
    moveUp(from: heap.count - 1)
    return ticket
  }

  /// Whether `isAsked` is true for an element that is still there, with its number and deadline.
  func contains(where isAsked: (_ element: Element, _ number: UInt64, _ deadline: Duration) -> Bool) -> Bool {
    heap.contains { entry in
      element(of: entry.ticket).map { isAsked($0, entry.ticket.sequence, entry.deadline) } ?? false
    }
  }

  /// Whether the element that `ticket` names is still there.
  func contains(_ ticket: Ticket) -> Bool { isTaken(ticket) }

  /// Takes out the next element if it is due by `deadline`.
  mutating func popFirst(dueBy deadline: Duration) -> (element: Element, deadline: Duration)? {
    guard let first = heap.first, first.deadline <= deadline, let element = vacate(first.ticket.slot) else {
      return nil
    }
    removeFirst()
    dropVacantFirst()
    return (element, first.deadline)
  }

  /// Takes out the element that `ticket` names; nil when it has left already.
  mutating func remove(_ ticket: Ticket) -> Element? {
    guard isTaken(ticket), let element = vacate(ticket.slot) else { return nil }
    if heap.count > 2 * (slots.count - free.count) + 64 {
      heap = heap.filter { isTaken($0.ticket) }
      for index in stride(from: (heap.count + 2) / 4, through: 0, by: -1) { moveDown(from: index) }
    }
    dropVacantFirst()
    return element
  }

  /// Takes out all for which `isAsked` is true, in order.
  mutating func removeAll(where isAsked: (_ element: Element, _ number: UInt64) -> Bool) -> [Element] {
    let asked = heap.sorted(by: <).filter { entry in
      element(of: entry.ticket).map { isAsked($0, entry.ticket.sequence) } == true
    }
    return asked.compactMap { remove($0.ticket) }
  }

  /// Changes the element that `ticket` names; false when it has left already.
  mutating func change(_ ticket: Ticket, _ change: (inout Element) -> Void) -> Bool {
    guard isTaken(ticket), var element = slots[ticket.slot].element.take() else { return false }
    change(&element)
    slots[ticket.slot].element = element
    return true
  }

  /// Takes out everything, in order. Earlier tickets name no later element.
  mutating func removeAll() -> [Element] {
    let elements = inOrder.map(\.element)
    (heap, slots, free) = ([], [], [])
    return elements
  }

  private func isTaken(_ ticket: Ticket) -> Bool {
    ticket.slot < slots.count && slots[ticket.slot].sequence == ticket.sequence && slots[ticket.slot].element != nil
  }

  private func element(of ticket: Ticket) -> Element? {
    slots[ticket.slot].sequence == ticket.sequence ? slots[ticket.slot].element : nil
  }

  private mutating func vacate(_ slot: Int) -> Element? {
    free.append(slot)
    return slots[slot].element.take()
  }

  private mutating func dropVacantFirst() {
    while let first = heap.first, !isTaken(first.ticket) { removeFirst() }
    // The memory that many elements needed is released when they have gone.
    if heap.isEmpty, slots.count > 1_024 { (heap, slots, free) = ([], [], []) }
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
