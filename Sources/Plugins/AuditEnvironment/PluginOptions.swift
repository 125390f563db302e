import PackagePlugin

/// The options that the plugin acts on itself; all others are the tool's.
struct PluginOptions {
  var includesTests = false
  var asksForHelp = false
  /// The names of the targets to audit; empty for all.
  var targets: Set<String> = []
  /// The name of the dependency to audit instead of the package.
  var dependency: String?
  var forTool: [String] = []

  /// - Throws: When an option lacks its value.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst(), value.contains(where: { $0 != "," }), !value.hasPrefix("--") else {
        throw CannotAudit(description: "\(option) needs a value.")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--tests": includesTests = true
      case "--help", "-h": asksForHelp = true
      case "--target": targets.formUnion(try value(of: argument).split(separator: ",").map(String.init))
      case "--dependency": dependency = try value(of: argument)
      default: forTool.append(argument)
      }
    }
  }

  /// Whether test targets must be built: to be audited, or because one of them is asked for.
  func includesTests(of package: Package) -> Bool {
    includesTests || package.targets.contains { targets.contains($0.name) && $0.sourceModule?.kind == .test }
  }

  static let help = """
    Finds what escapes the environment: each use of the clock, the network, chance and so on that does not go through Env.

    usage: swift package audit-environment [options]

      --fix                   Rewrite what is safe, and list the rest.
      --tests                 Audit test targets, too.
      --target NAME           Audit this target only; may be given several times.
      --dependency NAME       Audit what the package uses of this dependency instead.
      --without KIND,KIND     Leave out kinds of effects.
      --rules FILE            Add rules; the file .audit-environment of the package is read by itself.
      --list-rules            List all kinds and rules.
      --baseline FILE         Pass over what is in the baseline: only new findings fail.
      --write-baseline FILE   Write a baseline of what there is.
      --format FORMAT         text, json, sarif or github.
      --output FILE           Write there.

    A comment allows a place: // audit:allow clock – the reason; or a file: // audit:allow-file clock – the reason.
    Exit codes: 0 clean, 1 findings, 2 something could not be audited. swift package makes 1 of 2; swift run
    environment-audit takes the same options and does not.
    """
}
