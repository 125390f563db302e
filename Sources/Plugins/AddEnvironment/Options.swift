/// The options of the command line.
struct Options {
  /// The test frameworks whose files are copied.
  enum Framework: String, CaseIterable {
    case testing, xctest, both
  }

  var target: String?
  var tests: String?
  var framework = Framework.both
  var addsNetwork = false
  var isDryRun = false
  var force = false
  var showsHelp = false

  static let help = """
    Copies the environment into your package: Environment.swift into a target, its mock and its helpers into a test target.

    swift package --allow-writing-to-package-directory add-environment --target App --tests AppTests

      --target NAME      the target that is to have Env; not needed if there is only one
      --tests NAME       the test target that is to have Env = .mock; not needed if there is only one
      --framework NAME   testing, xctest or both: whose helpers to copy; both unless given
      --network          copy NetworkMocker.swift, too, which answers Env.http from files, and a first such file
      --dry-run          only say what would be written or replaced
      --force            replace files that differ; each old one stays beside the new one, as NAME.old
      --help             show this

    A file that is there already is kept, whatever you have changed in it, and so is one that you have renamed.
    """

  /// Reads `arguments`.
  ///
  /// - Throws: ``Refusal`` for an option that is unknown, or has no value.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      // Both --name value and --name=value.
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? argument
      func value() throws -> String {
        if parts.count == 2 { return parts[1] }
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
          throw Refusal("\(name) needs a value. See --help.")
        }
        return value
      }
      func expectNoValue() throws {
        if parts.count == 2 || argument.hasSuffix("=") {
          throw Refusal("\(name) takes no value: write \(name), or leave it out.")
        }
      }
      if ["--network", "--dry-run", "--force", "--help", "-h"].contains(name) { try expectNoValue() }
      switch name {
      case "--target": target = try value()
      case "--tests": tests = try value()
      case "--framework":
        let value = try value()
        guard let known = Framework(rawValue: value) else {
          let names = Framework.allCases.map(\.rawValue).joined(separator: ", ")
          throw Refusal("--framework \(value): there is no such framework. Write one of: \(names).")
        }
        framework = known
      case "--network": addsNetwork = true
      case "--dry-run": isDryRun = true
      case "--force": force = true
      case "--help", "-h": showsHelp = true
      default: throw Refusal("\(argument): there is no such option. See --help.")
      }
    }
  }
}
