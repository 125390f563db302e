import App
import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock)) struct ClockTests {
  @Test func isReadOnOtherThreads() async {
    let clock = withEnvironment(.mock(date: .distantPast)) { Clock() }
    #expect(await Task.detached { clock.env.now() }.value == .distantPast)
  }
}
