#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import GlobalEnvironmentMocks
  @testable import GlobalEnvironmentRecordings
  @testable import GlobalEnvironmentStubs
  @testable import GlobalEnvironmentTime
  @testable import GlobalEnvironmentWire

  /// The classes before the shared session.
  struct SharedProtocolsTests {

    @Test func `many who add a class at once all do`() async {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<500 { group.addTask { SharedProtocols.change { $0.append(Bystander.self) } } }
      }
      var added = 0
      SharedProtocols.change { classes in
        let others = classes.filter { $0 != Bystander.self }
        added = classes.count - others.count
        classes = others
      }
      #expect(added == 500)
    }

    @Test func `a shared session that does not ask the stubs is an error, and nothing runs`() async throws {
      await #expect(processExitsWith: .success) {
        SharedProtocols.handOutCopies(true)
        await #expect(throws: SharedSessionError.self) {
          try await SharedSession.intercept(isInTest: { true }) { Issue.record("It has run.") }
        }
        SharedProtocols.handOutCopies(false)
        try await SharedSession.intercept(isInTest: { true }) {}
      }
    }

    private final class Bystander: URLProtocol {
      override class func canInit(with request: URLRequest) -> Bool { false }
    }
  }
#endif
