import GlobalEnvironment
import GlobalEnvironmentMocks

/// Finds mocks that several tests share by mistake.
enum SharedMocks {
  /// Records that a test begins in `environment`. Returns a message if another test, or another case of this one, began in
  /// the same mock, unless `outer` is the identity of its time: a test may inherit the environment around it.
  static func begin(_ test: String, in environment: Environment, inside outer: AnyObject? = nil) -> String? {
    // Each mock has a time, and no two have the same.
    guard let time = environment.virtualTime, time.identity !== outer, let first = time.begin(test) else { return nil }
    return """
      \(test) starts in the same mock as \(first == test ? "another of its cases" : first). They share its time, its files \
      and everything else that it keeps. Make a new mock for each test: static var house: Environment { … }, not static let.
      """
  }
}
