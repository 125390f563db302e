import Foundation
import PackagePlugin

/// Which files go where, and what is there now.
struct Plan {
  /// One file on its way.
  struct Copy {
    enum State {
      case missing, same, different
    }

    var content: Data
    var place: URL
    var state: State

    /// Writes the file unless it is there already. The copy has permissions of its own: a checkout may be read-only.
    func write() throws {
      if state != .same { try content.write(to: place, options: .atomic) }
    }
  }

  let copies: [Copy]
  private let module: String
  private let framework: Options.Framework
  private let addsNetwork: Bool

  /// Reads the templates, and what is in their place.
  ///
  /// - Throws: What Foundation says of a file that cannot be read.
  init(_ options: Options, app: any SourceModuleTarget, tests: any SourceModuleTarget) throws {
    module = app.moduleName
    framework = options.framework
    addsNetwork = options.addsNetwork
    var names = ["MockEnvironment.swift"]
    if framework != .xctest { names.append("EnvironmentTrait.swift") }
    if framework != .testing { names.append("EnvironmentTestCase.swift") }
    if addsNetwork { names.append("NetworkMocker.swift") }
    copies =
      [try Self.copy("App/Environment.swift", to: app, module)]
      + (try names.map { try Self.copy("Tests/\($0)", to: tests, app.moduleName) })
  }

  /// Refuses to go on where a file would be lost.
  ///
  /// - Throws: ``Refusal``, which lists the files that are there and differ.
  func check(force: Bool) throws {
    let lost = copies.filter { $0.state == .different }.map { $0.place.path(percentEncoded: false) }
    if lost.isEmpty || force { return }
    throw Refusal(
      """
      these files are there already, and differ, so nothing was written:
        \(lost.joined(separator: "\n  "))
      Move them away, or replace them with --force.
      """)
  }

  /// What to do when all is written.
  var nextSteps: String {
    var steps = ["In \(module), say Env.date() for Date(), Env.calendar() for Calendar.current, and so on."]
    if framework != .xctest { steps.append("In Swift Testing: @Suite(.environment(.mock)) struct YourTests { … }") }
    if framework != .testing { steps.append("In XCTest: final class YourTests: EnvironmentTestCase { … }") }
    if addsNetwork {
      steps.append("In setUp: NetworkMocker.stubAll(), then try NetworkMocker.stub(\"/path\", file: …).")
    }
    steps.append("Set what a test is about: Env.date = { Date(timeIntervalSince1970: 0) }")
    return "Next:\n" + steps.map { "  - \($0)" }.joined(separator: "\n")
  }

  private static func copy(_ template: String, to target: any SourceModuleTarget, _ module: String) throws -> Copy {
    let source = templates.appending(path: template)
    let text = try String(contentsOf: source, encoding: .utf8)
      .replacingOccurrences(of: "@testable import App\n", with: "@testable import \(module)\n")
    let place = target.directoryURL.appending(path: source.lastPathComponent)
    let content = Data(text.utf8)
    // What is there and cannot be read, a folder for example, is not lost either.
    let isThere = FileManager.default.fileExists(atPath: place.path(percentEncoded: false))
    let state: Copy.State = !isThere ? .missing : (try? Data(contentsOf: place)) == content ? .same : .different
    return Copy(content: content, place: place, state: state)
  }

  /// The folder of the templates: the package that this file is part of brings them along, however it got here.
  private static let templates = URL(filePath: #filePath).appending(path: "../../../../Templates").standardized
}
