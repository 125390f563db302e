import Foundation

/// A file that users own a copy of.
struct Template {
  /// Its place in the folder of the templates, and the name of its copy.
  let path: String
  /// What a copy declares, and no other file does: by that, it is known under any name.
  var declaration: String?
  /// The name of the template that it comes with. If only that one is there, the owner has removed this one.
  var companion: String?

  var name: String { String(path.drop { $0 != "/" }.dropFirst()) }

  static let environment = Template(path: "App/Environment.swift", declaration: "class EnvironmentBox")

  /// Returns the files for tests that `options` ask for.
  static func tests(_ options: Options) -> [Template] {
    var templates = [Template(path: "Tests/MockEnvironment.swift", declaration: "class MockTime")]
    if options.framework != .xctest {
      templates += [
        Template(path: "Tests/EnvironmentTrait.swift", declaration: "struct EnvironmentTrait"),
        Template(path: "Tests/EnvironmentExampleTests.swift", companion: "EnvironmentTrait.swift"),
      ]
    }
    if options.framework != .testing {
      templates.append(Template(path: "Tests/EnvironmentTestCase.swift", declaration: "class EnvironmentTestCase"))
    }
    if options.addsNetwork {
      templates += [
        Template(path: "Tests/NetworkMocker.swift", declaration: "enum NetworkMocker"),
        Template(path: "Tests/\(networkAnswer)", companion: "NetworkMocker.swift"),
      ]
    }
    return templates
  }

  /// The file that the example of `NetworkMocker` answers from.
  static let networkAnswer = "posts_response.json"

  /// Returns the text of a copy for the tests of a module.
  ///
  /// - Throws: Foundation's error for a file that cannot be read.
  func text(for module: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8).withOneLineEnd
      .replacing("@testable import App\n", with: "@testable import \(module)\n")
  }

  /// Whether a file with this text is a copy: whether it has the declaration at the beginning of a line.
  func isDeclared(in text: String) -> Bool {
    guard let declaration else { return false }
    let line = "(?m)^(?:[\\w@()]+ )*\(declaration)\\b"
    return text.range(of: line, options: .regularExpression) != nil
  }

  /// The templates come with the package that this file is part of.
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../Templates").standardized
}

extension String {
  /// This text, with the line ends of Unix: a checkout may have those of Windows.
  var withOneLineEnd: String { replacing("\r\n", with: "\n") }
}
