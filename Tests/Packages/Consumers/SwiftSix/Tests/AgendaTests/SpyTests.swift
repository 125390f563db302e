import GlobalEnvironmentTesting
import Testing

/// A closure that is declared here leaves the actor of its caller, which it does not in the package.
@Suite(.environment(.mock)) struct SpyTests {
  @Test func seesWhatIsInvited() async throws {
    let spy = Env.spy(on: \.invite)
    let listing = Env.spy(on: \.calendars.list)
    #expect(await Env.invite("Emma", 3))
    #expect(try await Env.calendars.list() == ["home"])
    #expect(spy.calls.last?.arguments.0 == "Emma")
    #expect(listing.calls.map(\.result) == [["home"]])
  }

  @Test func answersWithASpy() async {
    let spy = Spy<(String, Int), Bool>(false)
    Env.invite = { await spy.call($0, $1) }
    #expect(await Env.invite("Emma", 3) == false)
    #expect(spy.count == 1)
  }

  @Test func touchesOnlyWhatItLists() async throws {
    Env = .unimplemented {
      $0.calendars = Calendars(list: unimplemented("calendars.list"))
      $0.invite = unimplemented("invite", placeholder: false)
    }
    withKnownIssue { _ = Env.date() }
    await withKnownIssue { await #expect(throws: UnimplementedError.self) { try await Env.calendars.list() } }
    await withKnownIssue { #expect(await Env.invite("Emma", 3) == false) }
  }
}

private struct Calendars: Sendable {
  var list: @Sendable () async throws -> [String]
}

extension EnvironmentEndpoints {
  fileprivate var invite: EnvironmentEndpoint<@Sendable (String, Int) async -> Bool> {
    EnvironmentEndpoint(live: { _, _ in false }, mock: { _, count in count > 0 })
  }
  fileprivate var calendars: EnvironmentEndpoint<Calendars> {
    EnvironmentEndpoint(live: Calendars { [] }, mock: Calendars { ["home"] })
  }
}
