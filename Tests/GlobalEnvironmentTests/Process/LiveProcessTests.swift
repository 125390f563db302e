import Foundation
import Testing

@testable import GlobalEnvironment

/// The live process, machine and notices against the system's own answers.
struct LiveProcessTests {
  private let live = Environment.live

  @Test func `the live process is this one`() {
    #expect(live.arguments() == CommandLine.arguments)
    #expect(live.processIdentifier() == ProcessInfo.processInfo.processIdentifier)
    #expect(live.hostName() == ProcessInfo.processInfo.hostName)
  }

  @Test func `the live variables are the process's`() {
    for (name, value) in ProcessInfo.processInfo.environment {
      #expect(live.environmentVariable(name) == value)
    }
  }

  @Test(arguments: ["", "=", "NO SUCH VARIABLE", "PATH=", "日本"])
  func `a variable that cannot be is nil`(name: String) {
    #expect(live.environmentVariable(name) == nil)
  }

  @Test func `the live uptime is the system's`() {
    let before = ProcessInfo.processInfo.systemUptime
    let uptime = live.uptime()
    #expect(uptime >= .seconds(before))
    #expect(uptime <= .seconds(ProcessInfo.processInfo.systemUptime))
  }

  @Test func `the live notification center is the default one`() {
    #expect(live.notificationCenter() === NotificationCenter.default)
  }

  @Test func `the live languages are the user's`() {
    #expect(live.preferredLanguages() == Locale.preferredLanguages)
  }
}
