import GlobalEnvironment

/// What ``TaskFamilies`` notes of each task, by its number.
///
/// The runtime numbers tasks one after another, so notes are kept in pages of neighbours. When all families and tests of an
/// old page have gone, the page is removed: a task without a note belongs to the process.
struct TaskNotes {
  private static let pageSize: UInt64 = 1_024
  /// How many pages always stay, for tasks that outlive their test.
  private static let pagesKept = 64
  /// How many pages are made at once. Where a number is farther away, the pages in between are left out.
  private static let mostNewPages: UInt64 = 1_024

  struct Page {
    let number: UInt64
    fileprivate var notes: [TaskFamilies.Note?]

    var isInUse: Bool { notes.contains { $0?.family?.isAlive == true || $0?.test?.hasEnded == false } }
  }

  /// In the order of their numbers.
  private(set) var pages: [Page] = []
  /// The number of the page that is made next.
  private var next = UInt64.max
  /// The first task that is noted. Earlier tasks belong to no family.
  private var first = UInt64.max
  /// How many tasks have been shown.
  var shown: UInt64 = 0
  /// Where the next page to look at stands.
  private var nextLook = 0

  /// Begins with the task of that number.
  mutating func begin(with id: UInt64) { (first, next) = (id, id / Self.pageSize) }

  /// Returns what is noted; nil for a task that has not been seen.
  func note(of id: UInt64) -> TaskFamilies.Note? {
    let number = id / Self.pageSize
    guard id >= first, number < next else { return id >= first ? nil : .nothing }
    return index(of: number).map { pages[$0].notes[Int(id % Self.pageSize)] } ?? .nothing
  }

  /// - Returns: Old pages, to be removed if they are not in use.
  mutating func note(_ note: TaskFamilies.Note, of id: UInt64) -> [Page] {
    let number = id / Self.pageSize
    var old: [Page] = []
    if number >= next, number - next > Self.mostNewPages { next = number }
    while next <= number { addPage().map { old.append($0) } }
    if let index = index(of: number) { pages[index].notes[Int(id % Self.pageSize)] = note }
    return old
  }

  mutating func remove(_ number: UInt64) {
    guard let index = index(of: number) else { return }
    pages.remove(at: index)
    if index < nextLook { nextLook -= 1 }
  }

  private func index(of number: UInt64) -> Int? {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if pages[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < pages.count && pages[low].number == number ? low : nil
  }

  /// - Returns: The next old page to look at, if any.
  private mutating func addPage() -> Page? {
    pages.append(Page(number: next, notes: Array(repeating: nil, count: Int(Self.pageSize))))
    next += 1
    guard pages.count > Self.pagesKept else { return nil }
    // One page for each that is made, so the cost for each task does not grow with their number.
    nextLook = nextLook < pages.count - Self.pagesKept ? nextLook : 0
    defer { nextLook += 1 }
    return pages[nextLook]
  }
}
