import GlobalEnvironment
import XCTest

/// Puts the hooks of this module in place. Called by GlobalEnvironmentTestingLoad when the process loads this code.
@_cdecl("global_environment_testing_install")
func install() {
  TestHooks.install(TestHooks(scope: TestScopes.scope, report: report))
  XCTestObservationCenter.shared.addTestObserver(XCTestWatch())
  #if canImport(FoundationNetworking)
    ProxyTrap.prepare()
  #endif
}
