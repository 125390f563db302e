import GlobalEnvironmentMocks
import XCTest

@testable import GlobalEnvironmentTesting

/// Faults in tests of XCTest.
final class WithFaultsTestCase: EnvironmentTestCase {
  private var told: [String] = []

  #if !canImport(ObjectiveC)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      // What the test is about; other failures count.
      if description.contains("this test fails:") { return told.append(description) }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    func testABodyThatFailsUnderFaultsHasOneFailure() async throws {
      let file = URL(filePath: "/home/user/Documents/note.txt")
      try await withFaults(.each) {
        try? Env.files().write("Milk", to: file)
        XCTAssertTrue(Env.files().exists(file))
      }
      XCTAssertEqual(told.count, 1)
      let text = told.first ?? ""
      XCTAssertTrue(text.contains("Env.fail(\\.files, \"write note.txt\", call: 1, with: .diskFull)"), text)
      XCTAssertTrue(text.contains("XCTAssertTrue failed"), text)
      XCTAssertTrue(text.contains("WithFaultsTestCase/testABodyThatFailsUnderFaultsHasOneFailure"), text)
    }

    func testAllPlansThatFailAreListed() async throws {
      let folder = URL(filePath: "/home/user/Documents")
      try await withFaults(.each(depth: 0)) {
        let hasWritten = ["a", "b", "c"].map { (try? Env.files().write("Milk", to: folder.appending(path: $0))) != nil }
        XCTAssertFalse(hasWritten.contains(false))
      }
      let text = told.first ?? ""
      XCTAssertTrue(text.contains("\n  files[write c]#1=inputOutputError"), text)
      XCTAssertFalse(text.contains("faults.txt"), text)
    }

    func testABodyThatThrowsUnderFaultsHasOneFailure() async throws {
      try await withFaults(seeds: 0..<50, rates: [.noPermission: 1]) {
        try Env.files().write("Milk", to: URL(filePath: "/home/user/Documents/note.txt"))
      }
      XCTAssertEqual(told.count, 1)
      XCTAssertTrue(told.first?.contains("Seed 0.") == true, told.first ?? "")
    }
  #endif

  func testTheMethodIsFoundInTheNamesOfEachPlatform() {
    XCTAssertEqual(XCTestFailures.method(named: "NoteTests.testKeeps"), "testKeeps")
    XCTAssertEqual(XCTestFailures.method(named: "-[NoteTests testKeeps]"), "testKeeps")
  }

  func testFailuresOfALifeCountUntilItIsKilled() async throws {
    let place = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let isFirst = Locked(true)
    let plan = try FaultPlan(reading: "files[write note.txt]#1=killed")
    let trial = await XCTestTrials(limits: .standard, place: place).run(FaultRun(plan), seed: nil, isQuiet: true) {
      let isFirst = isFirst.replace(with: false)
      if isFirst { XCTFail("before") }
      try? Env.files().write("Milk", to: URL(filePath: "/home/user/Documents/note.txt"))
      if isFirst { XCTFail("after") }
    }
    XCTAssertEqual(trial.failures.count, 1)
    XCTAssertTrue(trial.failures.first?.text.contains("before") == true, "\(trial.failures)")
  }

  func testABodyThatSkipsItselfUnderAFaultDoesNotFail() async throws {
    try await withFaults(.each) {
      if (try? Env.files().list(URL(filePath: "/home/user"))) == nil { throw XCTSkip("nothing to check") }
    }
  }

  func testEachRunHasAnEnvironmentOfItsOwn() async throws {
    try await withFaults(.each) {
      let file = URL(filePath: "/home/user/Documents/note.txt")
      XCTAssertFalse(Env.files().exists(file))
      XCTAssertFalse(Env.requests.contains { $0.path == "/notes/1" })
      let hasWritten: Void? = try? Env.files().write("Milk", to: file)
      XCTAssertEqual(hasWritten != nil, Env.files().exists(file))
    }
  }
}

/// A test case whose environment is made of what it asks for.
final class AskingTestCase: EnvironmentTestCase {
  override var environment: Environment {
    .unimplemented {
      let (files, name) = (InMemoryFiles(), Env.hostName())
      $0.files = { files }
      $0.hostName = { "my.\(name)" }
    }
  }

  func testTheEnvironmentIsNotMadeAgainInsideItself() async throws {
    let name = Env.hostName()
    try await withFaults(.each) {
      try? Env.files().write("Milk", to: URL(filePath: "/home/user/Documents/note.txt"))
      XCTAssertEqual(Env.hostName(), name)
    }
  }
}

#if !canImport(ObjectiveC)
  /// Faults in a test case that does not inherit from `EnvironmentTestCase`.
  final class PlainWithFaultsTestCase: XCTestCase {
    private var told: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      // What the test is about; other failures count.
      if description.contains("this test fails:") { return told.append(description) }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    func testABodyThatThrowsUnderFaultsHasOneFailure() async throws {
      try await withFaults(.each) {
        try Env.files().write("Milk", to: URL(filePath: "/home/user/Documents/note.txt"))
      }
      XCTAssertEqual(told.count, 1)
      XCTAssertTrue(told.first?.contains("the disk is full") == true, told.first ?? "")
    }
  }
#endif
