import Foundation
public import GlobalEnvironment

/// Returns a throwing closure of any signature: each call of it fails the running test, and throws ``UnimplementedError``.
///
/// ```swift
/// Env.posts = Posts(
///   list: { [] },
///   title: unimplemented("posts.title"),
///   count: unimplemented("posts.count", placeholder: 0)
/// )
/// ```
///
/// The issue names the closure, and appears where this was called, as a closure cannot know its caller.
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let maker = TestHooks.Maker.current
  return { (_: repeat each Argument) in
    reportUnimplemented(name, at: place, madeBy: maker)
    throw UnimplementedError(name: name)
  }
}

/// Returns a non-throwing closure of any signature: each call of it fails the running test.
///
/// - Parameters:
///   - name: The name of the closure in the issue.
///   - placeholder: What a call returns.
///   - fileID: The module and the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func unimplemented<each Argument, Result>(
  _ name: String, placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let maker = TestHooks.Maker.current
  return { (_: repeat each Argument) in
    reportUnimplemented(name, at: place, madeBy: maker)
    return placeholder()
  }
}

/// Returns a closure that takes anything and returns nothing: each call of it fails the running test.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ name: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let maker = TestHooks.Maker.current
  return { (_: repeat each Argument) in reportUnimplemented(name, at: place, madeBy: maker) }
}

private func reportUnimplemented(_ name: String, at place: SourcePlace, madeBy maker: TestHooks.Maker?) {
  TestHooks.report(
    "\(name) was called, and is not implemented in this test. Replace unimplemented(…) with what the test needs.",
    at: place, madeBy: maker)
}

/// A call of something that is not implemented in this test.
public struct UnimplementedError: DescribedError, Hashable, Sendable {
  /// What was called: `Env.http`.
  public let name: String

  /// Creates an error, for your own closures.
  public init(name: String) {
    self.name = name
  }

  /// What was called, and how to fix this.
  public var description: String { "\(name) is not implemented in this test. Assign it first." }
}
