// The examples of the article “Getting started”, each as it stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct GreetingTests {
  @Test(arguments: ["en_US", "de_DE", "ja_JP"])
  func greetsEverywhere(locale: String) {
    Env.locale = { Locale(identifier: locale) }
    #expect(greeting() == "Good morning")
  }
}

@Test func showsTheNextDay() {
  Env = .mock
  Env.date = { [before = Env.date] in before() + 86_400 }
  #expect(Env.calendar().component(.day, from: Env.date()) == 13)
}
