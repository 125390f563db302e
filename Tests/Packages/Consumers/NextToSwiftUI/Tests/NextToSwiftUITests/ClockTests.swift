import Foundation
import GlobalEnvironmentTesting
import ImportsOneVariable
import SaysWhichEnvironment
import Testing

@Suite(.environment(.mock)) struct ClockTests {
  @Test func oneImportedVariableIsEnough() {
    let clock = ImportsOneVariable.Clock()
    #expect(clock.hour == 2)
    clock.stop(at: Date(timeIntervalSince1970: 0))
    #expect(clock.hour == 18)
  }

  @Test func oneTypealiasPerTargetIsEnough() {
    let clock = SaysWhichEnvironment.Clock()
    #expect(clock.hour == 2)
    clock.stop(at: Date(timeIntervalSince1970: 0))
    #expect(clock.world.date() == Date(timeIntervalSince1970: 0))
  }
}
