import GlobalEnvironment
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

struct DeadlineQueueTests {

  @Test func `elements come out as a sorted list would give them, whatever is removed meanwhile`() {
    var random = SplitMix64(state: 42)
    var queue = DeadlineQueue<Int>()
    var model: [(deadline: Int, name: Int, ticket: DeadlineQueue<Int>.Ticket)] = []
    for name in 0..<5_000 {
      switch random.next() % 4 {
      case 0 where !model.isEmpty:
        let victim = model.remove(at: Int(random.next() % UInt64(model.count)))
        #expect(queue.remove(victim.ticket) == victim.name)
        #expect(queue.remove(victim.ticket) == nil)
      case 1 where !model.isEmpty:
        let first = model.enumerated().min {
          ($0.element.deadline, $0.element.name) < ($1.element.deadline, $1.element.name)
        }
        guard let first else { break }
        model.remove(at: first.offset)
        #expect(queue.nextDeadline == .seconds(first.element.deadline))
        #expect(queue.popFirst(dueBy: .seconds(first.element.deadline - 1))?.element == nil)
        #expect(queue.popFirst(dueBy: .seconds(first.element.deadline))?.element == first.element.name)
      default:
        let deadline = Int(random.next() % 50)
        model.append((deadline, name, queue.insert(name, at: .seconds(deadline))))
      }
    }
    #expect(queue.isEmpty == model.isEmpty)
  }

  @Test func `deadlines of all sizes come out in order`() {
    let second = Duration.seconds(1)
    let sorted: [Duration] = [
      .seconds(Int64.min), .seconds(-1), second / -1_000_000_000_000_000_000, .zero, second / 1_000_000_000_000_000_000,
      second / 3,
      second, .seconds(18), .seconds(19), .seconds(40), .farthest, .seconds(Int64.max),
    ]
    var queue = DeadlineQueue<Duration>()
    for deadline in sorted.shuffled() { _ = queue.insert(deadline, at: deadline) }
    #expect(queue.inOrder.map(\.deadline) == sorted)
    #expect(sorted.allSatisfy { queue.popFirst(dueBy: $0)?.element == $0 })
  }

  @Test func `an empty queue has nothing due`() {
    var queue = DeadlineQueue<Int>()
    #expect(queue.nextDeadline == nil)
    #expect(queue.popFirst(dueBy: .seconds(1))?.element == nil)
  }
}
