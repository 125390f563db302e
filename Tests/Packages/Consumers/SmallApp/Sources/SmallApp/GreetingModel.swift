import Foundation

import var GlobalEnvironment.Env

/// Greets by the time of day, and remembers whom.
@MainActor final class GreetingModel {
  private(set) var text = ""

  func greet(_ name: String) async throws {
    text = Env.calendar().component(.hour, from: Env.date()) < 12 ? "Good morning" : "Good day"
    try await Env.sleep(for: .milliseconds(300))
    try Env.secrets().write(name, for: "name")
  }
}
