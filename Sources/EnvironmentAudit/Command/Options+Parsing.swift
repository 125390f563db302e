extension Options {
  /// Reads a command line, without the program's name.
  ///
  /// - Throws: ``CannotAudit`` for what it cannot understand.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if try readFlag(option) { continue }
      guard Self.options.contains(option) else { throw CannotAudit("There is no option “\(option)”. \(Self.usage)") }
      guard let value = rest.popFirst(), value.contains(where: { $0 != "," }), !value.hasPrefix("--") else {
        throw CannotAudit("\(option) needs a value. \(Self.usage)")
      }
      try read(option, value)
    }
    try checkCombination()
  }

  private mutating func readFlag(_ option: String) throws -> Bool {
    switch option {
    case "--fix": fixes = true
    case "--tests": includesTests = true
    case "--skip-build": skipsBuild = true
    case "--list-rules": listsRules = true
    case "--check": checksOnly = true
    case "--help", "-h": asksForHelp = true
    default: return false
    }
    return true
  }

  private static let options: Set = [
    "--library", "--index-store-path", "--sources", "--remap", "--package-path", "--scratch-path", "--target",
    "--dependency", "--rules", "--without", "--exclude", "--baseline", "--write-baseline", "--output", "--format",
    "--explain", "--failed-log",
  ]

  private mutating func read(_ option: String, _ value: String) throws {
    let list = value.split { $0 == "," || $0.isWhitespace }.map(String.init)
    switch option {
    case "--library": library = value
    case "--index-store-path": stores.append(value)
    case "--sources": sources = value
    case "--remap": remaps.append(try PathRemap(value))
    case "--package-path": packagePath = value
    case "--scratch-path": scratchPath = value
    case "--target": targets += value.split(separator: ",").map(String.init)
    case "--dependency": dependency = value
    case "--rules": rules.append(value)
    case "--without": off += list
    case "--exclude": excluded.append(value)
    case "--baseline": baseline = value
    case "--write-baseline": newBaseline = value
    case "--output": output = value
    case "--format": format = try OutputFormat(named: value)
    case "--explain": explained = value
    case "--failed-log": failedLog = value
    default: break
    }
  }

  private func checkCombination() throws {
    if newBaseline != nil, baseline != nil {
      throw CannotAudit(
        "--baseline and --write-baseline exclude each other: one ignores findings, the other writes them down.")
    }
    if newBaseline != nil, fixes {
      throw CannotAudit("--fix and --write-baseline exclude each other: fix first, then write down what is left.")
    }
  }

  private static let usage = "swift package audit-environment --help lists all options."
}

extension PathRemap {
  /// - Throws: ``CannotAudit`` for what is not `OLD=NEW`.
  fileprivate init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw CannotAudit("“\(text)” remaps nothing. Write what paths begin with, and what that is here: --remap OLD=NEW")
    }
    self.init(old: parts[0], new: parts[1])
  }
}

extension OutputFormat {
  /// - Throws: ``CannotAudit`` when there is none with this name.
  fileprivate init(named name: String) throws {
    guard let format = OutputFormat(rawValue: name) else {
      let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw CannotAudit("There is no format “\(name)”. There are: \(known).")
    }
    self = format
  }
}
