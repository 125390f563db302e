import Foundation
import GlobalEnvironment

/// What a person is reminded of, in an app that has types of all names in `Names.swift`.
struct Reminders: UsesEnvironment {
  struct Uses: EnvironmentSubset {
    let date = \Environment.date
    let remind = \Environment.remind
    init() {}
  }

  var env = CapturedEnvironment<Uses>()
  static let files = NarrowedEnvironment<Storage>()

  struct Storage: EnvironmentSubset {
    let files = \Environment.files
  }

  func remind(of text: String) { env.remind("\(text) at \(env.date().timeIntervalSince1970)") }

  /// Loads what the server knows; nil where it refuses.
  func load(from url: URL) async throws -> [String]? {
    do {
      return try await Env.timeout(after: .seconds(5)) {
        try await Env.json([String].self, from: url, decoder: EnvironmentDecoder.json { $0.allowsJSON5 = true })
      }
    } catch let error as EnvironmentHTTPError where error.status == 403 {
      return nil
    } catch is EnvironmentTimeoutError {
      return []
    }
  }

  /// The first reminder of a file.
  static func first(in file: URL, of files: any EnvironmentFileSystem = Reminders.files.files()) throws -> String? {
    try Env.decoder().decode([String].self, from: files.read(file)).first
  }

  /// The number of seconds since another moment.
  static func age(of moment: Date) -> EnvironmentReader<Environment, TimeInterval> {
    EnvironmentReader { $0.date().timeIntervalSince(moment) }
  }
}

extension EnvironmentEndpoints {
  var remind: EnvironmentEndpoint<@Sendable (String) -> Void> {
    EnvironmentEndpoint(live: { print($0) }, mock: { _ in })
  }
}
