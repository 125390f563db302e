import Foundation
import GlobalEnvironment

/// What is counted, on this machine only.
enum AnalyticsEvent: String {
  case opened, refreshed, failed
}

extension EnvironmentEndpoints {
  /// Counts an event. Live: a line in a file in the caches.
  var analytics: EnvironmentEndpoint<@Sendable (AnalyticsEvent) -> Void> {
    EnvironmentEndpoint(live: { appendToLog($0) }, mock: { _ in })
  }
}

/// Adds a line with the time. What cannot be counted is not worth a word.
func appendToLog(_ event: AnalyticsEvent) {
  let file = Env.files().folder(.caches).appending(component: "news-events.txt")
  try? Env.files().append("\(Env.iso8601Formatter().string(from: Env.date())) \(event.rawValue)\n", to: file)
}
