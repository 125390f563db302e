import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight
import GlobalEnvironmentMocks
public import GlobalEnvironmentRedaction
import Testing

/// Runs `body` in the world that a flight has recorded, in virtual time: `.flight(_:)` for XCTest.
///
/// ```swift
/// func testReproduces() async throws {
///   try await withFlight("crash.flight") {
///     let model = FeedModel()
///     await model.refresh()
///   }
/// }
/// ```
///
/// - Parameters:
///   - file: The path of the flight; a relative one begins in the folder of the calling source file.
///   - differences: What to do where the program asks something else than it did then.
///   - asksAll: Whether it is an issue when the program never asks something that it asked then.
///   - secrets: The texts that the recorder hid and the program has again (`Secret.text`).
///   - fileID: The module and the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: What runs.
/// - Returns: What `body` returns.
/// - Throws: `FlightError` where the flight cannot be read; what `body` throws.
public func withFlight<Result: Sendable>(
  _ file: String, differences: FlightDifferences = .reported, asksAll: Bool = false,
  hiding secrets: [Secret] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @_inheritActorContext _ body: @escaping @isolated(any) @Sendable () async throws -> Result
) async throws -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let replay = try FlightReplay(file, beside: "\(filePath)", differences, hiding: secrets, place: place)
  let (outer, name) = (HTTPStubs.current, Test.current?.name ?? XCTestFailures.testName)
  return try await withEnvironment(replay.environment()) {
    try await withVirtualTime(fileID: fileID, filePath: filePath, line: line, column: column) {
      var result = Swift.Result<Result, any Error>.failure(CancellationError())
      try await TestStubs.ending(with: name, unless: outer) {
        replay.begin()
        do {
          result = .success(try await body())
        } catch {
          result = .failure(error)
          replay.tellFollowing()
          throw error
        }
        if asksAll { replay.reportUnasked() }
        replay.tellFollowing()
      }
      // An error that `ending` keeps to itself, as the test has an issue for it, ends the body, too.
      return try result.get()
    }
  }
}
