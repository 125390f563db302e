import Foundation
import Testing

@testable import GlobalEnvironment

/// What may hold something with an environment, by its type: the rest is not looked into, however much it is.
struct EnvironmentMembersTests {

  @Test(
    arguments: [
      Int.self, String?.self, [Double].self, ArraySlice<UInt8>.self, ContiguousArray<Date>.self, Set<UUID>.self,
      [String: [[Double?]]].self,
    ] as [any Sendable.Type])
  func `numbers, texts and containers of them hold none`(type: any Sendable.Type) {
    #expect(!mayHoldEnvironment(type))
  }

  @Test func `what others declare, or may add to, may hold one`() {
    let types: [Any.Type] = [
      Own.self, [Own].self, [Int: Own].self, Set<Own>.self, [[Own?]].self, [Any].self, [any Error].self,
      [AnyObject].self, [NSObject].self, [CapturedEnvironment<AllEndpoints>].self, [(Int, Own)].self,
      [Result<Own, any Error>].self,
      [() -> Void].self, [String: Any].self,
    ]
    for type in types { #expect(mayHoldEnvironment(type), "\(type)") }
  }

  private struct Own: Hashable {}
}
