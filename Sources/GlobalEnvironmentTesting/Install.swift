import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import XCTest

/// Puts the hooks of this module in place. Called by GlobalEnvironmentTestingLoad when the process loads this code.
@_cdecl("global_environment_testing_install")
func install() {
  TestHooks.install(Frameworks.self)
  // In a test process, each read asks which test it belongs to.
  EnvironmentScope.sendReadsToHooks()
  // audit:allow process – what no test has reported is reported when the process ends.
  atexit { ProcessEnd.finish() }
  TaskFamilies.install(beginTest: TestTasks.begin) { TestTasks.ofCode }
  // Before any task is made: tasks then belong to the test that made them, wherever they run.
  TimelineDriver.install
  // Apple's center takes observers on the main thread only; a preview, for example, loads code on another.
  if Thread.isMainThread {
    XCTestObservationCenter.shared.addTestObserver(XCTestWatch())
  } else {
    // audit:allow scheduling – there is no test yet whose time could be used.
    DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(XCTestWatch()) }
  }
  #if canImport(FoundationNetworking)
    ProxyTrap.prepare()
  #else
    NoNetwork.install()
  #endif
}

/// Swift Testing and XCTest.
enum Frameworks: TestFramework {
  static func scope(for access: TestHooks.Access) -> EnvironmentScope? { TestScopes.scope(for: access) }
  static var newFamily: ScopeFamily? { PlainTestBodies.newFamily }
  static var adviceForMock: String? {
    if TestScopes.isOutsideTests {
      return """
        No test is known here: on a queue, on a thread or in a callback. Carry the test's environment there: \
        let scope = EnvironmentScope.current; queue.async { scope.run { … } }.
        """
    }
    guard XCTestFailures.isInTest else { return nil }
    return "Give the test a mock first: call useEnvironment(.mock) in setUp(), or inherit from EnvironmentTestCase."
  }
  static func nameOfCaller(_ addresses: [UInt]) -> String? { CallStack(addresses: addresses).caller }
  static func placeOfCaller(_ addresses: [UInt]) -> String? {
    CallerPlace.innermost(of: addresses).map { "\($0.fileID.split(separator: "/").last ?? ""):\($0.line)" }
  }
  static func noteReach(of endpoint: String) { LiveByAccident.note(endpoint) }
  static func noteReach(ofAsync endpoint: String) async {
    await WaitingFunctions.known { LiveByAccident.note(endpoint) }
  }
  static var environmentForVirtualTime: Environment? { LiveByAccident.isPossible ? .mock : nil }
  static func scope(of read: TestHooks.RunawayRead, _ own: EnvironmentScope) -> EnvironmentScope {
    RunawayRead.scope(of: read, for: own)
  }
  static var scopeOfReleases: EnvironmentScope { TestEnd.scopeOfReleases }
}
