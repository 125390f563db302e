@testable import EnvironmentAudit
import Testing

@Suite struct FreshnessTests {
  private let file = SourceList.File(path: "/p/Sources/Link.swift", realPath: "/p/Shared/Real.swift")

  @Test func `a file whose unit is as new as itself is trusted`() {
    let freshness = Freshness([[unit(10)]])
    #expect(freshness.state(of: file, modified: 10).state == .fresh(record: "at 10.0"))
  }

  @Test func `a file that is newer than its unit is not`() {
    #expect(
      reason(Freshness([[unit(10)]]), modified: 10.001)
        == "it was changed after the index was written; build the package again")
  }

  @Test func `a file without a unit is not`() {
    let told = reason(Freshness([[], []]), modified: 10)
    #expect(told == "the index has nothing of it; say swift package clean, and build in debug, without errors")
  }

  @Test func `a file that is gone is not`() {
    #expect(reason(Freshness([[unit(10)]]), modified: nil) == "it is not there, or not readable")
  }

  @Test func `of several units the newest holds, in whichever store it is`() {
    let (state, store) = Freshness([[unit(10), unit(12)], [unit(11), unit(13)], [unit(9)]]).state(
      of: file, modified: 12.5)
    #expect(state == .fresh(record: "at 13.0"))
    #expect(store == 1)
  }

  @Test func `a unit under the path behind the link counts, too`() {
    let other = IndexUnit(file: "/p/Shared/Real.swift", modified: 10, record: nil)
    #expect(Freshness([[other]]).state(of: file, modified: 10).state == .fresh(record: nil))
  }

  private func unit(_ time: Double) -> IndexUnit {
    IndexUnit(file: "/p/Sources/Link.swift", modified: time, record: "at \(time)")
  }

  private func reason(_ freshness: Freshness, modified: Double?) -> String? {
    if case .unknown(let reason) = freshness.state(of: file, modified: modified).state { reason } else { nil }
  }
}
