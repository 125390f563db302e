import GlobalEnvironmentTesting
import XCTest

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

    func testABodyThatThrowsUnderFaultsHasOneFailure() async throws {
      try await withFaults(seeds: 0..<50, rates: [.noPermission: 1]) {
        try Env.files().write("Milk", to: URL(filePath: "/home/user/Documents/note.txt"))
      }
      XCTAssertEqual(told.count, 1)
      XCTAssertTrue(told.first?.contains("Seed 0.") == true, told.first ?? "")
    }
  #endif

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
