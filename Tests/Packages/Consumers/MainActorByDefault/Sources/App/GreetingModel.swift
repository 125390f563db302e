import Foundation
import GlobalEnvironment

package final class GreetingModel {
  package private(set) var greeting = ""

  package init() {}

  package func refresh() {
    greeting = Self.greeting(at: Env.date(), in: Env.calendar())
  }

  package func refreshLater() {
    Env.scheduler().schedule(after: .seconds(60)) { self.refresh() }
  }

  /// What a background thread reads, the main actor reads, too.
  package func refreshInBackground() async {
    greeting = await Self.currentGreeting()
  }

  @concurrent nonisolated private static func currentGreeting() async -> String {
    greeting(at: Env.date(), in: Env.calendar())
  }

  nonisolated private static func greeting(at date: Date, in calendar: Calendar) -> String {
    calendar.component(.hour, from: date) < 5 ? "Good night!" : "Good day!"
  }
}
