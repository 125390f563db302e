import Foundation
import GlobalEnvironmentTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct LongFlightTests {

  /// A hundred where somebody has the time.
  private static let rounds = Environment.live.environmentVariable("END_TO_END") == nil ? 15 : 100

  @Test("200 requests of several tasks replay many times with the same calls in the same order") func order()
    async throws
  {
    let log = Locked<[String]>([])
    // Four screens, each of which refreshes its list and shows what has come.
    let program: @Sendable () async -> Void = {
      await withTaskGroup { group in
        for screen in 0..<4 {
          group.addTask {
            for page in 0..<50 {
              let text = (try? await fetch("/screens/\(screen)?page=\(page)")) ?? "failed"
              log.withLock { $0.append("\(text) \(Env.date().timeIntervalSince1970) \(Env.uuid())") }
            }
          }
        }
      }
    }
    let world = try await RecordedWorld(http: { request in
      // Real time: answers come in some order.
      try await ContinuousClock().sleep(for: .microseconds(200))
      return try answer(request, request.url?.query ?? "")
    }) { await program() }
    log.replace(with: [])
    try await world.replay(asksAll: true) { await program() }
    let first = log.replace(with: [])
    #expect(first.count == 200)
    for _ in 1..<Self.rounds {
      try await world.replay(asksAll: true) { await program() }
      #expect(log.replace(with: []) == first)
    }
  }
}
