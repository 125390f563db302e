import Foundation

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

  /// Returns an endpoint whose UUIDs, of version 4, follow from `seed`: the same ones in the same order, in every process.
  static func uuids(seed: UInt64) -> @Sendable () -> UUID {
    let generator = Locked(SplitMix64(state: seed))
    return {
      var (high, low) = generator.withLock { ($0.next(), $0.next()) }
      // The bits that name version and variant (RFC 9562, section 5.4).
      high = high & ~0xF000 | 0x4000
      low = low & ~(0b11 << 62) | 0b10 << 62
      return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }
}
