extension Options {
  /// Reads a command line, without the program's name.
  ///
  /// - Throws: ``CannotAudit`` for what it cannot understand.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst(), value.contains(where: { $0 != "," }), !value.hasPrefix("--") else {
          throw CannotAudit("\(option) needs a value. \(Self.usage)")
        }
        return value
      }
      switch option {
      case "--fix": fixes = true
      case "--tests": includesTests = true
      case "--skip-build": skipsBuild = true
      case "--list-rules": listsRules = true
      case "--check": checksOnly = true
      case "--help", "-h": asksForHelp = true
      case "--library": library = try value()
      case "--index-store-path": stores.append(try value())
      case "--sources": sources = try value()
      case "--remap": remaps.append(try PathRemap(try value()))
      case "--package-path": packagePath = try value()
      case "--scratch-path": scratchPath = try value()
      case "--target": targets += try value().split(separator: ",").map(String.init)
      case "--dependency": dependency = try value()
      case "--rules": rules.append(try value())
      case "--without": off += try value().items
      case "--exclude": excluded.append(try value())
      case "--baseline": baseline = try value()
      case "--write-baseline": newBaseline = try value()
      case "--output": output = try value()
      case "--format": format = try OutputFormat(named: try value())
      case "--explain": explained = try value()
      case "--failed-log": failedLog = try value()
      default: throw CannotAudit("There is no option “\(option)”. \(Self.usage)")
      }
    }
    try checkCombination()
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
