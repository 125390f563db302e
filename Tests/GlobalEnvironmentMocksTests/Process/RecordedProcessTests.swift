import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@Suite(.hidesKnownIssues, .environment(.mock))
struct RecordedProcessTests {

  @Test func `a mock's process is the same everywhere`() {
    #expect(Env.arguments() == ["mock"])
    #expect(Env.processIdentifier() == 1)
    #expect(Env.hostName() == "mock.local")
    #expect(Env.preferredLanguages() == ["en-US"])
  }

  @Test func `a mock sees no variable until one is set`() {
    #expect(Env.environmentVariable("PATH") == nil)
    Env.environmentVariable = { ["HOME": "/home/b"][$0] }
    #expect(Env.environmentVariable("HOME") == "/home/b")
    #expect(Env.environmentVariable("PATH") == nil)
  }

  @Test func `a mock has been up for as long as its time has moved`() {
    let start = Env.uptime()
    Env.time.advance(by: .seconds(90))
    #expect(Env.uptime() - start == .seconds(90))
  }

  // MARK: Output

  @Test func `output is recorded in order`() {
    #expect(Env.output.text == "")
    Env.standardOutput("a")
    Env.standardError("b\n")
    Env.standardOutput("c\n")
    #expect(Env.output.text == "ab\nc\n")
    #expect(Env.output.standardOutput == "ac\n")
    #expect(Env.output.standardError == "b\n")
    #expect(Env.output.pieces.map(\.text) == ["a", "b\n", "c\n"])
    #expect(Env.output.pieces.map(\.stream) == [.standardOutput, .standardError, .standardOutput])
  }

  @Test func `output of many tasks is recorded piece by piece`() async {
    await withTaskGroup { group in
      for number in 0..<500 { group.addTask { Env.standardOutput("\(number)\n") } }
    }
    #expect(Set(Env.output.text.split(separator: "\n")) == Set((0..<500).map { "\($0)" }))
  }

  @Test func `two mocks record each their own`() {
    let other = Environment.mock
    other.standardOutput("elsewhere")
    #expect(Env.output.text == "")
    #expect(other.output.text == "elsewhere")
  }

  @Test func `asking the live world for its output is an issue`() {
    Env.reset()
    withKnownIssue {
      #expect(Env.output.text == "")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("Env.output is what a mock recorded") }
    }
    withKnownIssue { #expect(Env.openedURLs == []) }
  }

  // MARK: Other parts, other programs

  @Test func `a notification reaches the observers of its own mock only`() {
    let name = Notification.Name("changed")
    let other = Environment.mock
    let heard = Heard()
    let token = Env.notificationCenter().addObserver(forName: name, object: nil, queue: nil) { _ in heard.count += 1 }
    defer { Env.notificationCenter().removeObserver(token) }
    other.notificationCenter().post(name: name, object: nil)
    NotificationCenter.default.post(name: name, object: nil)
    #expect(heard.count == 0)
    Env.notificationCenter().post(name: name, object: nil)
    #expect(heard.count == 1)
    #expect(Env.notificationCenter() === Env.notificationCenter())
  }

  @Test func `addresses are recorded and not opened`() async throws {
    let first = try #require(URL(string: "https://example.com/1"))
    let second = try #require(URL(string: "tel:123"))
    #expect(Env.openedURLs == [])
    #expect(await Env.openURL(first))
    #expect(await Env.openURL(second))
    #expect(Env.openedURLs == [first, second])
  }

  @Test func `a system that opens nothing takes one line`() async throws {
    Env.openURL = { _ in false }
    #expect(await Env.openURL(try #require(URL(string: "https://example.com"))) == false)
    #expect(Env.openedURLs == [])
  }
}

/// How often an observer was called; only ever on the thread of the test.
private final class Heard: @unchecked Sendable {
  // `@unchecked` holds because notifications arrive on the thread that posts them, which is the test's.
  var count = 0
}
