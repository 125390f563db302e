import PackagePlugin

/// The options that the plugin uses itself; all others are the tool's.
struct PluginOptions {
  var includesTests = false
  /// Whether the request needs no build.
  var asksForText = false
  /// Whether the output of the build may go to the same stream as that of the audit.
  var showsBuild = true
  /// The names of the targets to audit; empty for all.
  var targets: Set<String> = []
  /// The name of the dependency to audit instead of the package.
  var dependency: String?
  var forTool: [String] = []

  /// - Throws: When an option lacks its value, or the plugin does not support it.
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
      case "--target": targets.formUnion(try value(of: argument).split(separator: ",").map(String.init))
      case "--dependency": dependency = try value(of: argument)
      case "--help", "-h", "--list-rules":
        asksForText = true
        forTool.append(argument)
      case "--format", "--output":
        showsBuild = false
        forTool.append(argument)
      case "--package-path", "--scratch-path", "--skip-build", "--index-store-path", "--sources", "--remap":
        throw CannotAudit(
          description: "\(argument) is for: swift run --package-path path/to/GlobalEnvironment environment-audit")
      default: forTool.append(argument)
      }
    }
  }

  /// Whether test targets must be built: to be audited, or because one of them is asked for.
  func includesTests(of package: Package) -> Bool {
    includesTests || package.targets.contains { targets.contains($0.name) && $0.sourceModule?.kind == .test }
  }

  /// The tool's extra options, which say that only a part was asked for.
  var parts: [String] {
    targets.sorted().flatMap { ["--target", $0] } + (dependency.map { ["--dependency", $0] } ?? [])
  }
}
