import Dispatch
import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks
import XCTest

/// Puts the hooks of this module in place. Called by GlobalEnvironmentTestingLoad when the process loads this code.
@_cdecl("global_environment_testing_install")
func install() {
  TestHooks.install(
    TestHooks(
      scope: TestScopes.scope, newFamily: { PlainTestBodies.newFamily }, isOutsideTests: { TestScopes.isOutsideTests },
      nameOfCaller: { CallStack(addresses: $0).caller }, report: report, warn: warn,
      hasIssues: hasIssues, beginsTest: PlainTestScopes.beginTest,
      scopeOfRunawayRead: RunawayRead.scope(of:for:), scopeOfReleases: { TestEnd.scopeOfReleases }))
  // In a test process, each read asks which test it belongs to.
  EnvironmentScope.sendReadsToHooks()
  // audit:allow process – what no test has reported is reported when the process ends.
  atexit { ProcessEnd.finish() }
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
  #endif
}
