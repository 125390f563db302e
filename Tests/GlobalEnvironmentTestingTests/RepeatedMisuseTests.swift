import Foundation
import GlobalEnvironmentMocks
import Testing

@testable import GlobalEnvironmentTesting

/// What is done on queues and threads in the time of one test, and again in that of another.
struct RepeatedMisuseTests {
  private let watch = OutsideWatch()

  @Test func `what makes a test fail makes each test fail in whose time it happens, once`() throws {
    for name in ["first()", "second()", "second() again"] {
      let running = watch.testBegan(name, family: ScopeFamily())
      for _ in 0..<100 { try misuse(name) }
      let notes = watch.testEnded(running)
      #expect(notes.map(\.isWarning) == [false, false, false], "\(notes)")
    }
  }

  @Test func `so it does when the first has not ended`() throws {
    let tests = ["first()", "second()"].map { (name: $0, family: ScopeFamily()) }
    let running = tests.map { watch.testBegan($0.name, family: $0.family) }
    for test in tests {
      EnvironmentScope(.mock, in: test.family).run {
        #expect(watch.note("Mind the gap.", at: nil, for: test.family))
      }
    }
    #expect(running.map { watch.testEnded($0).count } == [1, 1])
  }

  @Test func `of tests that run at the same time, the first to end has it, and no other`() throws {
    let running = (0..<4).map { watch.testBegan("\($0)()", family: ScopeFamily()) }
    var counts: [Int] = []
    for test in [1, 2, 3, 0] {
      try misuse("at once")
      counts.append(watch.testEnded(running[test]).count)
    }
    #expect(counts == [3, 0, 0, 0])
  }

  @Test func `one that begins meanwhile has been told with them, and a later one has it again`() throws {
    var running = ["a()", "b()"].map { watch.testBegan($0, family: ScopeFamily()) }
    try misuse("at once")
    running.append(watch.testBegan("c()", family: ScopeFamily()))
    try misuse("at once")
    #expect(running.prefix(2).map { watch.testEnded($0).count } == [3, 0])
    try misuse("at once")
    #expect(watch.testEnded(running[2]).isEmpty)
    let later = watch.testBegan("d()", family: ScopeFamily())
    try misuse("at once")
    #expect(watch.testEnded(later).count == 3)
  }

  @Test func `what several parts of a test have done is told once`() throws {
    var counts: [Int] = []
    for test in ["first()", "second()"] {
      let began = OutsideWatch.moment
      for _ in 0..<3 {
        let running = watch.testBegan(test, family: ScopeFamily(), began: began)
        try misuse("in parts")
        counts.append(watch.testEnded(running).count)
      }
    }
    #expect(counts == [3, 0, 0, 3, 0, 0])
  }

  @Test func `bodies of withEnvironment are parts of their test`() {
    let count = Locked(0)
    withKnownIssue {
      for _ in 0..<3 {
        withEnvironment(.mock) {
          guard let family = ScopeFamily.current else { return }
          #expect(OutsideWatch.shared.note("Mind the gap.", at: nil, for: family))
        }
      }
    } matching: { issue in
      guard issue.description.contains("Mind the gap.") else { return false }
      count.withLock { $0 += 1 }
      return true
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `a test that has ended is let go of`() throws {
    weak var first: RunningTest?
    do {
      let running = watch.testBegan("first()", family: ScopeFamily())
      first = running
      try misuse("before")
      #expect(watch.testEnded(running).count == 3)
    }
    #expect(first == nil)
  }

  @Test func `a warning is told once`() throws {
    var counts: [Int] = []
    for name in ["first()", "second()"] {
      let running = watch.testBegan(name, family: ScopeFamily())
      try inScope { _ = Env.date() }
      counts.append(watch.testEnded(running).count)
    }
    #expect(counts == [1, 0])
  }

  /// Does the same three things in each test.
  private func misuse(_ name: String) throws {
    #expect(watch.note("Mind the gap.", at: nil))
    #expect(watch.noteAssignment())
    try inScope { _ = Env.files().exists(URL(filePath: "/note.txt")) }
  }

  private func inScope(_ body: () throws -> Void) throws {
    try #require(watch.scope()).run(body)
  }

  // MARK: Without a trait

  @Test func `where the end of a test comes unnoticed, each message names it`() {
    let running = watch.testBegan("plain()", family: ScopeFamily(), reportsAtEnd: false)
    #expect(watch.note("Mind the gap.", at: nil))
    #expect(watch.testEnded(running).map(\.message) == ["Mind the gap. It happened while plain() ran."])
  }

  /// One after the other.
  @Suite(.serialized) struct InTwoTests {
    private static let first = Locked<Test?>(nil)

    @Test func `first, what a test has done is recorded there`() throws {
      let test = try #require(Test.current)
      Self.first.replace(with: test)
      let seen = Locked<Test?>(nil)
      asCode(of: test) { seen.replace(with: Test.current) }
      #expect(seen.withLock { $0 } == test)
    }

    @Test func `then, what it has done is not recorded in the next, which is innocent`() throws {
      let first = try #require(Self.first.withLock { $0 })
      let seen = Locked(Test.current)
      asCode(of: first) { seen.replace(with: Test.current) }
      #expect(seen.withLock { $0 } == nil)
    }
  }
}
