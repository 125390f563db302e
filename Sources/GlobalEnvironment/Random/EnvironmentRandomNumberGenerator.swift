/// A generator that asks the environment: the system's in the live world, a seeded one in a mock.
///
/// Each number comes from the ``Env`` that is current when it is asked for, so code that takes `some RandomNumberGenerator`
/// follows a test:
///
/// ```swift
/// var generator = Env.randomNumberGenerator
/// let isHeads = Bool.random(using: &generator)
/// ```
public struct EnvironmentRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private let bits: @Sendable () -> UInt64
  private var last: UInt64 = 0
  private var repetitions: UInt64 = 0

  /// Creates a generator that draws from the current environment, or from one, whatever `Env` is.
  init(bits: @escaping @Sendable () -> UInt64 = { Env.randomBits() }) {
    self.bits = bits
  }

  /// Returns 64 random bits.
  ///
  /// Bits that are always the same, as a test may set them, are varied after eight of them, at first as little as possible:
  /// the standard library draws again until it gets bits that it can use, and would never end. Real chance repeats itself
  /// like this once in 2⁵¹² draws.
  public mutating func next() -> UInt64 {
    let next = bits()
    repetitions = next == last ? repetitions &+ 1 : 0
    last = next
    if repetitions < 8 { return next }
    // First the lowest bit, then the next one, …: the first is enough for integers, the last ones for any fraction.
    if repetitions < 8 + 64 { return next &+ (1 &<< (repetitions &- 8)) }
    // All of them, for integers that are made of several draws.
    var chance = SplitMix64(state: repetitions)
    return next ^ chance.next()
  }
}

extension EnvironmentRandomNumberGenerator: FollowsEnvironment {
  /// Returns a generator that draws from that scope.
  public func following(_ scope: EnvironmentScope) -> EnvironmentRandomNumberGenerator {
    EnvironmentRandomNumberGenerator(bits: { scope.run { Env.randomBits() } })
  }
}

extension Environment {
  /// The generator for whatever takes one: `deck.shuffle(using:)`, `Bool.random(using:)`.
  public var randomNumberGenerator: EnvironmentRandomNumberGenerator { EnvironmentRandomNumberGenerator() }
}
