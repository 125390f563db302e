import Foundation

/// A report in the Static Analysis Results Interchange Format, version 2.1.0, by OASIS: the parts of it that are needed.
struct SARIF: Codable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Codable {
    var tool: Tool
    var invocations: [Invocation]
    var columnKind = "utf16CodeUnits"
    var results: [Result]
  }

  struct Tool: Codable {
    var driver: Driver
  }

  struct Driver: Codable {
    var name = "audit-environment"
    var rules: [Rule]
  }

  struct Rule: Codable {
    var id: String
    var shortDescription: Message
    var fullDescription: Message?
  }

  struct Message: Codable {
    var text: String
  }

  struct Invocation: Codable {
    var executionSuccessful: Bool
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Codable {
    var level: String
    var message: Message
    var locations: [Location]
  }

  struct Result: Codable {
    var ruleId: String
    var level = "warning"
    var message: Message
    var locations: [Location]
  }

  struct Location: Codable {
    var physicalLocation: PhysicalLocation
  }

  struct PhysicalLocation: Codable {
    var artifactLocation: ArtifactLocation
    var region: Region?
  }

  struct ArtifactLocation: Codable {
    var uri: String
    var uriBaseId: String?
  }

  struct Region: Codable {
    var startLine: Int
    var startColumn: Int
  }
}

extension SARIF {
  init(_ report: Report) {
    var rules = report.effects.map { effect in
      Rule(
        id: effect.kind, shortDescription: Message(text: "Code that \(effect.effect)."),
        fullDescription: effect.why.isEmpty ? nil : Message(text: effect.why))
    }
    rules.append(Rule(id: Finding.allowance, shortDescription: Message(text: "An allowance that is wrong.")))
    let results = report.findings.map {
      Result(
        ruleId: $0.finding.kind, message: Message(text: $0.finding.message),
        locations: [Location($0.path, Region(startLine: $0.finding.line, startColumn: $0.columnInUTF16))])
    }
    let failure = report.failure.map {
      Notification(level: "error", message: Message(text: $0), locations: [])
    }
    let failures = report.unaudited.map {
      Notification(
        level: "error", message: Message(text: "Not audited: \($0.reason)"), locations: [Location($0.path, nil)])
    }
    let notes = report.notes.map { Notification(level: "note", message: Message(text: $0), locations: []) }
    let invocation = Invocation(
      executionSuccessful: report.exitCode < 2,
      toolExecutionNotifications: (failure.map { [$0] } ?? []) + failures + notes)
    runs = [Run(tool: Tool(driver: Driver(rules: rules)), invocations: [invocation], results: results)]
  }
}

extension SARIF.Location {
  /// - Parameter path: The path within the package, where the service looks for it; or an absolute path.
  fileprivate init(_ path: String, _ region: SARIF.Region?) {
    let isAbsolute = path.hasPrefix("/")
    var allowed = CharacterSet.urlPathAllowed
    // A colon in the first part of a relative URL would end a scheme.
    allowed.remove(":")
    let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    physicalLocation = SARIF.PhysicalLocation(
      artifactLocation: SARIF.ArtifactLocation(
        uri: isAbsolute ? "file://" + escaped : escaped, uriBaseId: isAbsolute ? nil : "%SRCROOT%"),
      region: region)
  }
}
