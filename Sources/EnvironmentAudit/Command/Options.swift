/// What the audit is asked to do.
package struct Options: Equatable, Sendable {
  /// The path of the toolchain's libIndexStore.
  package var library = ""
  /// The paths of the index stores.
  package var stores: [String] = []
  /// The path of the list of source files, as JSON.
  package var sources = ""

  package var rules: [String] = []
  package var off: [String] = []
  package var baseline: String?
  package var newBaseline: String?
  package var format = OutputFormat.text
  package var output: String?
  package var fixes = false
  package var listsRules = false

  package init() {}

  /// Reads a command line, without the program's name.
  ///
  /// - Throws: ``CannotAudit`` for what it cannot understand.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
        throw CannotAudit("\(option) needs a value. \(Self.usage)")
      }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--library": library = try value(of: option)
      case "--store": stores.append(try value(of: option))
      case "--sources": sources = try value(of: option)
      case "--rules": rules.append(try value(of: option))
      case "--without":
        off += try value(of: option).split { $0 == "," || $0.isWhitespace }.map(String.init)
      case "--baseline": baseline = try value(of: option)
      case "--write-baseline": newBaseline = try value(of: option)
      case "--output": output = try value(of: option)
      case "--fix": fixes = true
      case "--list-rules": listsRules = true
      case "--format":
        let name = try value(of: option)
        guard let format = OutputFormat(rawValue: name) else {
          let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
          throw CannotAudit("There is no format “\(name)”. There are: \(known).")
        }
        self.format = format
      default: throw CannotAudit("There is no option “\(option)”. \(Self.usage)")
      }
    }
    if newBaseline != nil, baseline != nil {
      throw CannotAudit(
        "--baseline and --write-baseline exclude each other: the one passes over what the other writes down.")
    }
    if newBaseline != nil, fixes {
      throw CannotAudit("--fix and --write-baseline exclude each other: mend first, then write down what is left.")
    }
  }

  /// Whether these arguments make the audit write into the package, which a sandbox must allow first.
  package static func write(_ arguments: [String]) -> Bool {
    arguments.contains { ["--fix", "--output", "--write-baseline"].contains($0) }
  }

  private static let usage = "swift package audit-environment --help tells of all options."
}
