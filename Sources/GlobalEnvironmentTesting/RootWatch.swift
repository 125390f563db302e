import Foundation
import GlobalEnvironment
import XCTest

/// Notices XCTest tests that leave the process's environment changed for those that come after them.
///
/// `@unchecked` holds because its state is locked.
final class RootWatch: NSObject, XCTestObservation, @unchecked Sendable {
  private struct State {
    /// The environment as the running test found it.
    var before: Environment?
    /// What the test before left behind.
    var complaint: String?
  }

  private let state = Locked(State())

  /// Tells the test that begins what the one before it left behind: that one has ended, and cannot fail any more.
  func testCaseWillStart(_ testCase: XCTestCase) {
    let complaint = state.withLock { state in
      state.before = EnvironmentScope.root.environment
      return state.complaint.take()
    }
    if let complaint { XCTFail(complaint) }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    guard let before = state.withLock({ $0.before.take() }) else { return }
    let changed = EnvironmentScope.root.environment.endpoints(changedSince: before)
    guard !changed.isEmpty else { return }
    let complaint = """
      \(testCase.name), which has ended, left the process's environment changed: \
      \(changed.joined(separator: ", ")). Say useEnvironment(.mock) there instead of Env = .mock, inherit from \
      EnvironmentTestCase, or say Env.reset() in its tearDown.
      """
    state.withLock { $0.complaint = complaint }
  }

  /// After the last test there is no other to tell.
  func testBundleDidFinish(_ testBundle: Bundle) {
    if let complaint = state.withLock({ $0.complaint.take() }) { Env.standardError("warning: \(complaint)\n") }
  }
}
