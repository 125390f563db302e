import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Two thousand tests at once, of all kinds: none sees another's environment, and none is accused of anything.
struct ManyTestsTests {

  /// Each with its own environment, spies, objects that keep it, and tasks that come late.
  @Suite(.environment(.mock)) struct WithTrait {
    private final class Clock: Sendable {
      let env = CapturedEnvironment()
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

  @Suite(.environment(.mock), .virtualTime) struct InVirtualTime {
    @Test(arguments: 0..<500) func `each has its own time`(number: Int) async throws {
      let start = Env.date()
      let late = Task.detached {
        try await Env.sleep(for: .seconds(number))
        return Env.date()
      }
      try await Env.sleep(for: .seconds(1))
      #expect(Env.date() == start + 1)
      #expect(try await late.value == start + Double(number))
    }
  }

  /// They assign `Env`, and reset nothing.
  struct Plain {
    @Test(arguments: 0..<500) func `nothing bleeds from one that assigns Env`(number: Int) async throws {
      Env = .mock
      Env.stub(.get("/number"), .text("\(number)"))
      Env.hostName = { "\(number)" }
      await Task.yield()
      #expect(Env.hostName() == "\(number)")
      #expect(await Task.detached { Env.hostName() }.value == "\(number)")
      let (data, _) = try await Env.http(URLRequest(url: try #require(URL(string: "https://example.com/number"))))
      #expect(data == Data("\(number)".utf8))
    }
  }

  /// They know nothing of `Env`, but what they call does.
  struct Unaware {
    @Test(arguments: 0..<500) func `one that assigns nothing has the process's environment`(number: Int) async {
      let now = Date()
      await Task.yield()
      #expect(Env.date() >= now)
      #expect(await Task.detached { Env.date() }.value >= now)
      #expect(await Task { @MainActor in Env.date() }.value >= now)
    }
  }
}
