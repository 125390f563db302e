public import GlobalEnvironment

extension Environment {

  /// Returns an endpoint whose bits follow from `seed`: the same ones in the same order, in every process.
  ///
  /// ```swift
  /// Env.randomBits = Environment.randomBits(seed: 42)
  /// ```
  ///
  /// The generator is SplitMix64, by Steele, Lea and Flood: “Fast splittable pseudorandom number generators” (2014). What
  /// `Env.random(in:)` and `Env.shuffled(_:)` make of the bits is up to the standard library, and may change with it.
  public static func randomBits(seed: UInt64) -> @Sendable () -> UInt64 {
    let generator = Locked(SplitMix64(state: seed))
    return { generator.withLock { $0.next() } }
  }
}
