import Foundation
import PackagePlugin

/// `swift package add-environment`: copies the files of the pattern into a package, which owns them from then on.
@main struct AddEnvironment: CommandPlugin {

  /// Copies the files, or prints what it would do.
  ///
  /// - Throws: ``Refusal`` for a request that cannot be fulfilled; Foundation's error for a file that cannot be read.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let options = try Options(arguments)
    if options.showsHelp { return print(Options.help) }

    // Not targets of C, which these files would make targets of two languages, nor snippets, each a target of one file.
    let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind != .snippet }
    let manifest = try Manifest(of: context.package)
    let app = try targets.named(options.target, option: "--target", empty: manifest.emptyTargets(tests: false)) {
      $0.kind != .test
    }
    let emptyTests = manifest.emptyTargets(tests: true)
    guard !emptyTests.isEmpty || targets.contains(where: { $0.kind == .test }) else {
      throw Refusal(
        """
        the package has no test target, which the mock is for. Add one to Package.swift, with a file in Tests/\(app.name)Tests:
          .testTarget(name: "\(app.name)Tests", dependencies: ["\(app.name)"])
        """)
    }
    let tests = try targets.named(options.tests, option: "--tests", empty: emptyTests) { $0.kind == .test }
    guard tests.recursiveTargetDependencies.contains(where: { $0.id == app.id }) else {
      throw Refusal(
        """
        the tests in \(tests.name) cannot use \(app.name), on which \(tests.name) does not depend. \
        Name others with --tests, or add "\(app.name)" to the dependencies of \(tests.name) in Package.swift.
        """)
    }

    let plan = try Plan(options, app: app, tests: tests, in: context.package, manifest)
    if !options.isDryRun { try plan.write() }
    print(plan.report)
  }
}

/// A request that cannot be fulfilled, and what to do instead.
struct Refusal: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

extension [SwiftSourceModuleTarget] {
  /// Returns the target with this name; where none is given, the only target.
  ///
  /// - Parameter empty: The names of targets that would be among them if they had a source file.
  /// - Throws: ``Refusal``, which lists the targets.
  fileprivate func named(
    _ name: String?, option: String, empty: [String], among isCandidate: (SwiftSourceModuleTarget) -> Bool
  ) throws -> SwiftSourceModuleTarget {
    let candidates = filter(isCandidate)
    if let name = name ?? (candidates.isEmpty ? empty.first : nil), empty.contains(name) {
      throw Refusal(
        """
        \(name) has no source file yet, so the package manager leaves it out. Put one into its folder, such as an \
        empty \(name).swift, and run the command again.
        """)
    }
    let names = (candidates.map(\.name) + empty.map { "\($0) (no source file yet)" }).sorted()
    let list = names.isEmpty ? "none" : names.joined(separator: ", ")
    guard let name else {
      if candidates.count == 1, empty.isEmpty { return candidates[0] }
      throw Refusal("say which target with \(option) NAME. There are: \(list).")
    }
    guard let target = candidates.first(where: { $0.name == name }) else {
      if let other = first(where: { $0.name == name }) {
        let (kind, right) = other.kind == .test ? ("a test target", "--tests") : ("no test target", "--target")
        throw Refusal("\(option) \(name): \(name) is \(kind): name it with \(right).")
      }
      throw Refusal("\(option) \(name): the package has no such target. There are: \(list).")
    }
    return target
  }
}
