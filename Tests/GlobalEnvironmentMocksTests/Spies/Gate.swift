import GlobalEnvironment

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// Lets an asynchronous closure wait until a test has seen that it is there. For one pass.
final class Gate: Sendable {
  private let arrived = PendingAnswer<Void, Never>()
  private let opened = PendingAnswer<Bool, Never>()
  private let place = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)

  func pass() async -> Bool {
    if arrived.resolved == nil { arrived.resolve(returning: ()) }
    return await opened.outcome(of: "a gate", at: place).get()
  }

  func arrival() async { await arrived.outcome(of: "a gate", at: place).get() }

  func open() { opened.resolve(returning: true) }
}
