import Foundation
import GlobalEnvironmentFlight

/// A test that replays a flight, to be filled in.
struct FlightTest {
  private let flight: Flight
  private let name: String

  init(_ flight: Flight) {
    self.flight = flight
    let file = flight.name.isEmpty ? "recorded.flight" : flight.name
    name = file.hasSuffix(".flight") ? String(file.dropLast(".flight".count)) : file
  }

  var flightName: String { "\(name).flight" }
  var sourceName: String { "\(typeName).swift" }

  /// `Crash4711Tests` for `crash-4711.flight`.
  private var typeName: String {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return (joined.first?.isLetter == true ? joined : "Flight\(joined)") + "Tests"
  }

  /// What to write in the manifest, so that the package manager does not ask what the flight is for.
  var advice: String {
    "In Package.swift, give the test target exclude: [\(flightName.debugDescription)], its path in the target's folder."
  }

  /// The source, with a comment for each mark, and for what came between. The test fails until somebody completes it.
  var source: String {
    """
    import GlobalEnvironmentTesting
    import Testing

    \((flight.summary + [advice]).map { "// \($0)" }.joined(separator: "\n"))
    @Suite struct \(typeName) {
      @Test(.flight(\(flightName.debugDescription))) func reproduces() async throws {
    \(comments.map { "    // \($0)" }.joined(separator: "\n"))
        Issue.record("This test expects nothing yet. Do what was done, expect what should have been, and remove this.")
      }
    }

    """
  }

  private var comments: [String] {
    var comments: [String] = []
    var between: [(words: String, count: Int)] = []
    func tellBetween() {
      for (words, count) in between { comments.append("  \(words)\(count > 1 ? ", \(count) times" : "")") }
      between = []
    }
    for event in flight.events {
      if case .mark(let text, let place) = event.content {
        tellBetween()
        comments.append("At \(event.when.seconds) s: \(text.onOneLine) (\(place.onOneLine))")
        continue
      }
      guard event.isToBeAsked || event.isFailed else { continue }
      let words = event.words.onOneLine
      if let last = between.last, last.words == words {
        between[between.count - 1].count += 1
      } else {
        between.append((words, 1))
      }
    }
    tellBetween()
    return comments + ["At \(flight.end.seconds) s: the flight ends."]
  }
}
