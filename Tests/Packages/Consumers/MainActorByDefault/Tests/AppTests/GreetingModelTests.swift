import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import App

@Suite(.environment(.mock)) struct GreetingModelTests {
  private let model = GreetingModel()

  @Test func greetsAtNight() {
    model.refresh()
    #expect(model.greeting == "Good night!")
  }

  @Test func greetsWhereTheUserIs() async {
    Env.timeZone = { .gmt }
    await model.refreshInBackground()
    #expect(model.greeting == "Good day!")
  }

  @Test(.environment { $0.date = { Date(timeIntervalSince1970: 1_573_570_000) } })
  func greetsAtDay() async {
    await model.refreshInBackground()
    #expect(model.greeting == "Good day!")
  }

  @Test func greetsAMinuteLater() async throws {
    try await withVirtualTime {
      model.refreshLater()
      try await Env.sleep(for: .seconds(60))
      #expect(model.greeting == "Good night!")
    }
  }

  @Test(arguments: 0..<20) func sharesNothingBetweenCases(hour: Int) async {
    Env.date = { Date(timeIntervalSince1970: 1_573_538_400 + Double(hour) * 3600) }
    await Task.yield()
    await model.refreshInBackground()
    #expect(model.greeting == (hour < 5 ? "Good night!" : "Good day!"))
  }
}
