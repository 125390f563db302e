import GlobalEnvironmentTesting
import HidingKnownIssues
import Testing

@Suite(.hidesKnownIssues)
struct SpyExtrasTests {

  @Test func `answers are appended behind those that are stubbed`() {
    let spy = Spy<Int, String>("a", "b")
    spy.append("c")
    #expect([spy.call(1), spy.call(2), spy.call(3), spy.call(4)] == ["a", "b", "c", "c"])
  }

  @Test func `what repeats gives way to what is appended`() {
    let spy = Spy<Int, String>("a")
    #expect([spy.call(1), spy.call(2)] == ["a", "a"])
    spy.append("b", "c")
    #expect([spy.call(3), spy.call(4), spy.call(5)] == ["b", "c", "c"])
  }

  @Test func `ways to answer are appended, and to a spy that had none`() throws {
    struct Gone: Error, Equatable {}
    let spy = ThrowingSpy<Int, String>()
    spy.append(.throws(Gone()), .runs { "\($0)" })
    #expect(throws: Gone()) { try spy.call(1) }
    #expect(try spy.call(2) == "2")
  }

  @Test func `a spy is called as a function`() throws {
    let none = Spy<Void, Int>(1)
    let one = Spy<String, Int>(2)
    let two = Spy<(String, Int), Int> { $0.1 }
    let throwing = ThrowingSpy<String, Int>()
    throwing.stub(3)
    #expect(none() == 1)
    #expect(one("a") == 2)
    #expect(two("a", 5) == 5)
    #expect(try throwing("a") == 3)
    #expect(one.calls.map(\.arguments) == ["a"])
    #expect(two.count == 1)
  }

  @Test func `a spy that is called as a function may wait`() async throws {
    let spy = ThrowingSpy<String, Int>()
    spy.stubPending().resolve(returning: 4)
    #expect(try await spy("a") == 4)
    let pair = ThrowingSpy<(String, Int), Int>()
    pair.stub { arguments async in arguments.1 }
    #expect(try await pair("a", 6) == 6)
  }

  @Test func `an unstubbed call of a spy as a function names its line`() {
    let spy = Spy<String, Int>(placeholder: 0)
    let line = #line + 2
    withKnownIssue {
      _ = spy("a")
    } matching: {
      $0.sourceLocation?.line == line
    }
  }
}
