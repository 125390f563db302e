import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import Agenda

@Suite(.environment(.mock)) struct RemindersTests {
  private var url: URL { get throws { try #require(URL(string: "https://example.com/reminders")) } }

  @Test func spiesSeeWhatIsRemindedOf() {
    let spy = Env.spy(on: \.remind)
    Reminders().remind(of: "Tea")
    #expect(spy.calls.map(\.arguments) == ["Tea at 1573548300.0"])
  }

  @Test func refusalsAreNoReminders() async throws {
    Env.stub(.get("/reminders"), .status(403))
    let url = try url
    #expect(try await Reminders().load(from: url) == nil)
  }

  @Test(.virtualTime) func slownessIsAnEmptyList() async throws {
    Env.stub(.get("/reminders"), .json(["Tea"]).delay(.seconds(6))).optional()
    let url = try url
    #expect(try await Reminders().load(from: url) == [])
  }

  @Test func filesAreThoseOfTheMock() throws {
    let file = URL(filePath: "/reminders.json")
    try Env.files().write(Env.encoder().encode(["Tea", "Cake"]), to: file)
    #expect(try Reminders.first(in: file) == "Tea")
  }

  @Test func readersAskOneWorld() async throws {
    #expect(try await Reminders.age(of: Env.date()).run(Env) == 0)
  }
}
