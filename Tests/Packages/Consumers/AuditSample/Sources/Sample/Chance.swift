import Foundation

struct Dice {
  var id = UUID()
  //       ^ identity
  var other: UUID = .init()
  //                 ^ identity
  let make: @Sendable () -> UUID = UUID.init
  //                                    ^ identity

  func ids(_ count: Int) -> [String] {
    (0..<count).map { _ in UUID().uuidString } + [NSUUID().uuidString, ProcessInfo.processInfo.globallyUniqueString]
    //                     ^ identity
    //                                            ^ identity
    //                                                                                         ^ identity
  }

  func roll() -> Int {
    Int.random(in: 1...6) + .random(in: 0..<6)
    //  ^ chance
    //                       ^ chance
  }

  func share() -> Double {
    Bool.random() ? Double.random(in: 0...1) : Double(Float.random(in: 0..<1))
    //   ^ chance
    //                     ^ chance
    //                                                      ^ chance
  }

  func directions() -> [SIMD2<Float>] {
    var generator = Seeded()
    return [.random(in: -1...1), .random(in: -1...1, using: &generator)]
    //       ^ chance
  }

  func deal(_ cards: [Int]) -> [Int] {
    var cards = cards.shuffled()
    //                ^ chance
    cards.shuffle()
    //    ^ chance
    var generator = SystemRandomNumberGenerator()
    //              ^ chance
    let bits = generator.next()
    //                   ^ chance
    return cards + [cards.randomElement() ?? 0, Int(truncatingIfNeeded: bits), Int(rand())]
    //                    ^ chance
    //                                                                             ^ chance
  }
}

struct Seeded: RandomNumberGenerator {
  mutating func next() -> UInt64 { 4 }
}
