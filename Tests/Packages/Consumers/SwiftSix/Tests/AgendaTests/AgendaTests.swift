import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import Agenda

@Suite(.environment(.mock)) struct AgendaTests {
  private let agenda = Agenda()

  @Test func listsTodaysMeetings() async {
    await agenda.add()
    await agenda.add(.distantPast)
    #expect(await agenda.today == [Env.date()])
  }

  @Test(.environment { $0.date = { Date(timeIntervalSince1970: 1_573_538_399) } })
  func knowsWhenADayEndsInChicago() async {
    await agenda.add()
    Env.date = { Date(timeIntervalSince1970: 1_573_538_400) }
    #expect(await agenda.today.isEmpty)

    Env.timeZone = { .gmt }
    #expect(await agenda.today.count == 1)
  }

  @Test(arguments: 0..<20) func sharesNothingBetweenCases(second: Int) async {
    Env.date = { Date(timeIntervalSince1970: Double(second)) }
    await agenda.add()
    await Task { await agenda.add() }.value
    #expect(await agenda.today == Array(repeating: Date(timeIntervalSince1970: Double(second)), count: 2))
  }
}

@Test func runsABodyInAnEnvironmentOfItsOwn() async {
  let agenda = Agenda()
  await withEnvironment(.mock) { await agenda.add() }
  #expect(await agenda.today.isEmpty)
  #expect(await withEnvironment(.mock) { await agenda.today.count } == 1)
}

@Test func assignsAMockWithoutATrait() async {
  Env = .mock
  let agenda = Agenda()
  await agenda.add()
  #expect(await agenda.today == [Date(timeIntervalSince1970: 1_573_548_300)])
}
