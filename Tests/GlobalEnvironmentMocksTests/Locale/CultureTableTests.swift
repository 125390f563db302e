import Foundation
import GlobalEnvironmentTesting
import Testing

#if !canImport(Darwin)
  // On Apple's systems ICU is as new as the system.

  @Suite(.environment(.mock))
  struct CultureTableTests {

    @Test(arguments: Culture.all)
    func `a culture writes as the data of ICU says`(culture: Culture) throws {
      Env.culture = culture
      let number = try #require(Decimal(string: "1234567.125"))
      let share = try #require(Decimal(string: "-0.256"))
      #expect(
        [
          Env.dateFormatter { $0.dateStyle = .full }.string(from: Env.date()),
          Env.dateFormatter { $0.timeStyle = .short }.string(from: Env.date()),
          Env.numberFormatter { _ in }.string(from: number),
          Env.numberFormatter { $0.numberStyle = .currency }.string(from: number),
          Env.numberFormatter { $0.numberStyle = .percent }.string(from: share),
        ] == cultureTable[culture.name])
    }

    @Test func `the table is complete`() {
      #expect(Set(cultureTable.keys) == Set(Culture.all.map(\.name)))
    }
  }
#endif
