import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

/// When a replay takes two values of a default for the same.
@Suite(.hidesKnownIssues) struct ReplayedDefaultsTests {

  @Test func `one whose date is not a number equals itself`() async throws {
    // It is an issue of its own, as no store takes it.
    let set: @Sendable () -> Void = {
      Env.defaults().set(["due": .date(Date(timeIntervalSinceReferenceDate: .nan))], for: "list")
    }
    let world = Locked<RecordedWorld?>(nil)
    _ = try await issues {
      let recorded = try await RecordedWorld {
        set()
        _ = try await fetch("/last")
      }
      world.replace(with: recorded)
    }
    let text = try await issues { try await world.withLock { $0 }?.replay { set() } }
    #expect(!text.contains("another value"), "\(text)")
  }

  @Test func `other data that are as long as then are an issue`() async throws {
    let world = try await RecordedWorld {
      Env.defaults().set(.data(Data("then".utf8)), for: "name")
      _ = try await fetch("/last")
    }
    let text = try await issues {
      try await world.replay { Env.defaults().set(.data(Data("now.".utf8)), for: "name") }
    }
    #expect(text.contains(#"sets the default "name" to another value"#))
  }

  @Test func `a property list whose secrets were found in another order equals itself`() async throws {
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["password": "hunter22-9bf31c7f"], format: .binary, options: 0)
    let world = try await RecordedWorld {
      Env.mark("password=other-c20ad4d7")
      Env.defaults().set(.data(list), for: "account")
      try Env.files().write(list, to: URL(filePath: "/tmp/flight-account.plist"))
    }
    try await world.replay {
      Env.defaults().set(.data(list), for: "account")
      try Env.files().write(list, to: URL(filePath: "/tmp/flight-account.plist"))
    }
  }

  /// Returns the issues that `body` records.
  private func issues(_ body: () async throws -> Void) async throws -> String {
    let text = Locked("")
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      text.withLock { $0 += issue.comments.map(\.rawValue).joined() + "\n" }
      return true
    }
    return text.withLock { $0 }
  }
}
