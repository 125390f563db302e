import Testing

@testable import GlobalEnvironment

/// Work that is written on an actor.
struct IsolatedWorkTests {
  @Test func `work that an actor schedules runs there in order`() async {
    var isInOrder = true
    for _ in 0..<1_000 {
      let list = List()
      await list.schedule(10, on: .main)
      if await list.whenFull(10) != Array(0..<10) { isInOrder = false }
    }
    #expect(isInOrder)
  }
}

private actor List {
  private var numbers: [Int] = []
  private var continuation: CheckedContinuation<Void, Never>?

  func schedule(_ count: Int, on scheduler: QueueScheduler) {
    for number in 0..<count { scheduler.schedule { self.append(number, of: count) } }
  }

  private func append(_ number: Int, of count: Int) {
    assertIsolated()
    numbers.append(number)
    if numbers.count == count { continuation?.resume() }
  }

  func whenFull(_ count: Int) async -> [Int] {
    if numbers.count < count { await withCheckedContinuation { continuation = $0 } }
    return numbers
  }
}
