import Foundation
import GlobalEnvironmentTesting
import Testing

/// Spies that many threads use at once.
@Suite(.environment(.mock))
struct SpyConcurrencyTests {

  @Test func `thousands of calls of an endpoint from many tasks are all recorded`() async {
    Env.environmentVariable = { $0 }
    let spy = Env.spy(on: \.environmentVariable)
    await withTaskGroup { group in
      for number in 0..<4_000 { group.addTask { _ = Env.environmentVariable("\(number)") } }
    }
    #expect(spy.count == 4_000)
    #expect(Set(spy.calls.map(\.arguments)).count == 4_000)
    #expect(spy.calls.allSatisfy { $0.result == $0.arguments })
  }

  @Test func `each call gets its own answer of a sequence, in the order of the records`() async {
    let spy = Spy<Int, Int>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    for _ in 0..<200 {
      spy.clear()
      spy.stub(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<10 { group.addTask { await spy.call(number) } }
      }
      #expect(spy.calls.map(\.result) == Array(0..<10))
    }
  }

  @Test func `calls, stubs, reads, clearing and removal may happen all at once`() async {
    let endpoint = Env.spy(on: \.uuid)
    let spy = Spy<Int, Int>(1)
    await withTaskGroup { group in
      for number in 0..<2_000 {
        group.addTask {
          switch number % 8 {
          case 0: spy.stub(number)
          case 1: endpoint.clear()
          case 2: spy.clear()
          case 3: _ = "\(endpoint) \(spy)"
          case 4: if number > 1_000 { endpoint.remove() }
          case 5: _ = spy.calls.last?.result
          default:
            _ = Env.uuid()
            _ = await spy.call(number)
          }
        }
      }
    }
    #expect(spy.calls.allSatisfy { $0.outcome != nil })
  }

  @Test func `calls that others cancel end, each with its own outcome`() async {
    let spy = ThrowingSpy<Int, Int>()
    let answer = spy.stubPending()
    let tasks = (0..<500).map { number in Task { try await spy.call(number) } }
    for task in tasks.enumerated() where task.offset % 2 == 0 { task.element.cancel() }
    while spy.count < 500 { await Task.yield() }
    answer.resolve(returning: 1)
    for task in tasks { _ = await task.result }
    #expect(spy.calls.allSatisfy { $0.isCancelled ? $0.error is CancellationError || $0.result == 1 : $0.result == 1 })
  }

  @Test(arguments: 0..<200) func `spies of parallel tests do not see each other`(number: Int) async {
    let name = "\(number)"
    let spy = Env.spy(on: \.environmentVariable)
    for _ in 0..<5 {
      _ = Env.environmentVariable(name)
      await Task.yield()
      _ = await Task { Env.environmentVariable(name) }.value
    }
    #expect(spy.calls.map(\.arguments) == Array(repeating: name, count: 10))
  }
}
