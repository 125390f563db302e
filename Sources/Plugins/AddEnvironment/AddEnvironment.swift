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
    let app = try targets.named(options.target, option: "--target", among: { $0.kind != .test })
    guard targets.contains(where: { $0.kind == .test }) else {
      throw Refusal(
        """
        the package has no test target, which the mock is for. Add one to Package.swift, with a file in Tests/\(app.name)Tests:
          .testTarget(name: "\(app.name)Tests", dependencies: ["\(app.name)"])
        """)
    }
    let tests = try targets.named(options.tests, option: "--tests", among: { $0.kind == .test })
    guard tests.recursiveTargetDependencies.contains(where: { $0.id == app.id }) else {
      throw Refusal(
        """
        the tests in \(tests.name) cannot use \(app.name), on which \(tests.name) does not depend. \
        Name others with --tests, or add "\(app.name)" to the dependencies of \(tests.name) in Package.swift.
        """)
    }

    let plan = try Plan(options, app: app, tests: tests, in: context.package)
    try plan.check(force: options.force)
    if !options.isDryRun { try plan.write() }
    for copy in plan.copies {
      let place = copy.place.path(percentEncoded: false).relative(to: context.package.directoryURL)
      switch copy.state {
      case .same: print("  is there already: \(place)")
      case .missing, .different: print("  \(options.isDryRun ? "would write" : "wrote"): \(place)")
      }
    }
    print(options.isDryRun ? "Nothing was written (--dry-run)." : plan.nextSteps)
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
  /// - Throws: ``Refusal``, which lists the targets.
  fileprivate func named(
    _ name: String?, option: String, among isCandidate: (SwiftSourceModuleTarget) -> Bool
  ) throws -> SwiftSourceModuleTarget {
    let candidates = filter(isCandidate)
    let list = candidates.isEmpty ? "none" : candidates.map(\.name).sorted().joined(separator: ", ")
    guard let name else {
      if candidates.count == 1 { return candidates[0] }
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

extension String {
  /// The path as seen from `folder`.
  fileprivate func relative(to folder: URL) -> String {
    let prefix = folder.path(percentEncoded: false)
    let withSlash = prefix.hasSuffix("/") ? prefix : prefix + "/"
    return hasPrefix(withSlash) ? String(dropFirst(withSlash.count)) : self
  }
}
