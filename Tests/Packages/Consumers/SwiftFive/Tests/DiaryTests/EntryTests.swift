import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import Diary

@Suite(.environment(.mock)) struct EntryTests {
  @Test func headsAnEntryWithItsDate() {
    #expect(Entry(text: "Snow").heading == "12 November 2019")
  }

  @Test func speaksTheLanguageOfTheReader() {
    Env.locale = { Locale(identifier: "de_DE") }
    Env.date = { Date(timeIntervalSince1970: 1_551_700_000) }
    #expect(Entry(text: "Snow").heading == "4 März 2019")
  }

  @Test(arguments: 1...20) func keepsTheMomentOfWriting(day: Int) async {
    let moment = Date(timeIntervalSince1970: Double(day) * 86_400)
    Env.date = { moment }
    let entry = Entry(text: "Rain")
    await Task.yield()
    #expect(Env.date() == moment)
    Env = .mock
    #expect(entry.written == moment)
  }
}

struct EntryTestsWithoutTrait {
  init() {
    Env = .mock
  }

  @Test func headsAnEntryWithItsDate() {
    #expect(Entry(text: "Snow").heading == "12 November 2019")
  }
}
