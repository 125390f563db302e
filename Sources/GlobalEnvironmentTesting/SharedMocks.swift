import GlobalEnvironment
import GlobalEnvironmentMocks
import Testing

/// Finds mocks that several tests share by mistake.
struct SharedMocks: Sendable {
  static let found = SharedMocks()

  private struct Mock {
    weak var identity: AnyObject?
    var test: String
  }

  private let mocks = Locked<[ObjectIdentifier: Mock]>([:])

  /// Records that a test begins in the current environment. Returns a message if another test, or another case of this
  /// one, began in the same mock, unless `outer` is its time: a test may inherit the environment around it.
  func begin(_ test: String, inside outer: AnyObject?) -> String? {
    // Each mock has a time, and no two have the same.
    guard let identity = VirtualTime.identity, identity !== outer else { return nil }
    let first = mocks.withLock { mocks in
      let id = ObjectIdentifier(identity)
      if let first = mocks[id], first.identity === identity { return first.test as String? }
      // Forget mocks that no longer exist.
      if mocks.count >= 64, mocks.count.nonzeroBitCount == 1 { mocks = mocks.filter { $0.value.identity != nil } }
      mocks[id] = Mock(identity: identity, test: test)
      return nil
    }
    guard let first else { return nil }
    return """
      \(test) starts in the same mock as \(first == test ? "another of its cases" : first). They share its time, its files \
      and everything else that it keeps. Make a new mock for each test: static var house: Environment { … }, not static let.
      """
  }
}
