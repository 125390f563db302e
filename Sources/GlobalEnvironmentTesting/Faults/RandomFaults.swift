import GlobalEnvironment
import GlobalEnvironmentMocks

/// The faults that a seed draws: the same ones for the same calls, in whichever order those are made.
struct RandomFaults: Sendable {
  let seed: Int
  /// The chance with which a fault strikes a call that it fits, where it is not the usual one.
  let rates: [EnvironmentFault: Double]

  /// How many calls of one name may be cancelled: one that is repeated without end would not be found if it always ended so.
  private static let mostCancellable = 16

  /// Returns the fault that strikes a call; nil for none.
  func fault(at call: FaultCall, of kind: FaultyCall) -> EnvironmentFault? {
    var bits = SplitMix64(state: hash(of: call))
    // States that differ little have first numbers that differ little, too.
    _ = bits.next()
    var chance = Double(bits.next() >> 11) / 0x1p53
    for fault in kind.faults {
      let rate = rates[fault] ?? fault.usualRate
      if chance < rate { return fault == .cancelled && call.number > Self.mostCancellable ? nil : fault }
      chance -= rate
    }
    return nil
  }

  /// FNV-1a, by Fowler, Noll and Vo: the same in every process, which Swift's own hash values are not.
  private func hash(of call: FaultCall) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(seed) \(call.text)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
