/// The span in which all deadlines lie.
let span = Duration.seconds(3_600)

/// Returns `count` delays within ``span``, in no order, the same each time.
func randomDelays(_ count: Int) -> [Duration] {
  var random = SplitMix64(state: 1)
  return (0..<count).map { _ in .nanoseconds(.random(in: 1...3_600_000_000_000, using: &random)) }
}

/// Returns `count` delays within ``span``, no two alike and in no order, the same each time.
func distinctDelays(_ count: Int) -> [Duration] {
  var random = SplitMix64(state: 1)
  return (1...count).map { span * $0 / count }.shuffled(using: &random)
}

/// Returns the numbers below `count` in no order, the same each time.
func shuffledIndices(_ count: Int) -> [Int] {
  var random = SplitMix64(state: 1)
  return (0..<count).shuffled(using: &random)
}

/// A sequence of numbers that only depends on its seed; Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
