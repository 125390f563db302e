import Foundation
import GlobalEnvironmentTesting
import Testing

/// Many tests at once, each with its own environment, spies, objects that keep it, and tasks that come late.
@Suite(.environment(.mock))
struct ManyTestsTests {
  private final class Clock: Sendable {
    let env = Captured()
  }

  @Test(arguments: 0..<500) func `nothing bleeds from one into another`(number: Int) async {
    let date = Date(timeIntervalSince1970: Double(number))
    Env.date = { date }
    let spy = Env.spy(on: \.date)
    let clock = Clock()
    let late = Task {
      for _ in 0..<5 { await Task.yield() }
      return [Env.date(), clock.env.date()]
    }
    let detached = Task.detached { clock.env.date() }
    #expect(Env.date() == date)
    #expect(await late.value == [date, date])
    #expect(await detached.value == date)
    #expect(spy.calls.count == 4)
    spy.remove()
    #expect(Env.date() == date)
    #expect(spy.calls.count == 4)
  }
}
