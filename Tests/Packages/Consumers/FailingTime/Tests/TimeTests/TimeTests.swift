import GlobalEnvironmentTesting
import Testing

@Suite struct TimeTests {

  @Test(.virtualTime) func waitsForNobody() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  @Test(.virtualTime, arguments: [true, false]) func waitsInOneCase(forNobody: Bool) async throws {
    if forNobody { return await waitsForNobody() }
    // In the time in which the other is given up.
    try await Env.time.standingStill { try await Task.sleep(for: .seconds(8)) }
  }

  @Test(.virtualTime) func isWrong() async throws {
    try await Env.sleep(for: .seconds(90))
    #expect(Env.clock.now.offset == .zero)
  }

  @Test(.virtualTime) func isRight() async throws {
    try await Env.sleep(for: .seconds(90))
    #expect(Env.clock.now.offset == .seconds(90))
  }

  @Test(.virtualTime(seeds: 0..<200)) func races() async {
    let account = Account()
    async let first: Void = account.withdraw(50)
    async let second: Void = account.withdraw(50)
    _ = await (first, second)
    #expect(await account.balance >= 0)
  }
}

private actor Account {
  private(set) var balance = 50

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    balance -= amount
  }
}
