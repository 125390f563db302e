/// Elements that come out in the order of their deadlines; those of one deadline in the order in which they went in.
///
/// A binary heap whose entries know their place: insertion and removal, of any element, take logarithmic time, and a
/// removed element is let go at once.
struct DeadlineQueue<Element> {

  /// Names one inserted element, also after it has left.
  struct Ticket: Hashable, Sendable {
    fileprivate var slot: Int
    fileprivate var sequence: UInt64
  }

  private struct Entry {
    var deadline: Duration
    var sequence: UInt64
    var slot: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.deadline != right.deadline ? left.deadline < right.deadline : left.sequence < right.sequence
    }
  }

  /// Where an element waits. `heapIndex` is meaningless while `element` is nil.
  private struct Slot {
    var element: Element?
    var sequence: UInt64
    var heapIndex: Int
  }

  private var heap: [Entry] = []
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var nextSequence: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }

  /// The deadline of the element that comes out next.
  var nextDeadline: Duration? { heap.first?.deadline }

  /// The elements and their deadlines, in the order in which they would come out.
  var inOrder: [(element: Element, deadline: Duration)] {
    heap.sorted(by: <).compactMap { entry in
      slots[entry.slot].element.map { ($0, entry.deadline) }
    }
  }

  mutating func insert(_ element: Element, at deadline: Duration) -> Ticket {
    let sequence = nextSequence
    nextSequence += 1
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = Slot(element: element, sequence: sequence, heapIndex: heap.count)
    } else {
      slot = slots.count
      slots.append(Slot(element: element, sequence: sequence, heapIndex: heap.count))
    }
    heap.append(Entry(deadline: deadline, sequence: sequence, slot: slot))
    moveUp(from: heap.count - 1)
    return Ticket(slot: slot, sequence: sequence)
  }

  /// Takes out the next element if it is due by `deadline`.
  mutating func popFirst(dueBy deadline: Duration) -> (element: Element, deadline: Duration)? {
    guard let first = heap.first, first.deadline <= deadline, let element = remove(at: 0) else { return nil }
    return (element, first.deadline)
  }

  /// Takes out the element that `ticket` names; nil when it has left already.
  mutating func remove(_ ticket: Ticket) -> Element? {
    guard slots[ticket.slot].sequence == ticket.sequence, slots[ticket.slot].element != nil else { return nil }
    return remove(at: slots[ticket.slot].heapIndex)
  }

  private mutating func remove(at index: Int) -> Element? {
    let slot = heap[index].slot
    let last = heap.removeLast()
    if index < heap.count {
      place(last, at: index)
      moveUp(from: index)
      moveDown(from: slots[last.slot].heapIndex)
    }
    freeSlots.append(slot)
    return slots[slot].element.take()
  }

  private mutating func place(_ entry: Entry, at index: Int) {
    heap[index] = entry
    slots[entry.slot].heapIndex = index
  }

  private mutating func moveUp(from start: Int) {
    let entry = heap[start]
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard entry < heap[parent] else { break }
      place(heap[parent], at: index)
      index = parent
    }
    if index != start { place(entry, at: index) }
  }

  private mutating func moveDown(from start: Int) {
    let entry = heap[start]
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < entry else { break }
      place(heap[child], at: index)
      index = child
    }
    if index != start { place(entry, at: index) }
  }
}
