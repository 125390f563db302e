/// Tells virtual time that the running task waits for the real network, so that it stands still meanwhile.
package enum LiveWait {
  /// Called when such a wait begins. Returns what the same task calls at its end; nil where no time moves by itself.
  package typealias Begin = @Sendable () -> (@Sendable () async -> Void)?

  private static let begin = WriteOnce<Begin>()

  /// Sets the function that each wait calls when it begins, for the rest of the process.
  package static func install(_ begin: @escaping Begin) { self.begin.set(begin) }

  /// Runs `body`, which waits.
  static func run<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard let end = begin.value?() else { return try await body() }
    do {
      let result = try await body()
      await end()
      return result
    } catch {
      await end()
      throw error
    }
  }
}
