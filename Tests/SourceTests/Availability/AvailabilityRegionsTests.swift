import Testing

struct AvailabilityRegionsTests {
  private let text = """
    @available(macOS 26, *)
    @discardableResult
    public func one(
      _ text: String = "{"
    ) -> Int where Int: Sendable {  // }
      1
    }
    func two() {
      guard #available(macOS 15.4, iOS 18, *), true else { return }
      print("#available(macOS 99, *)")
    }
    @available(macOS 26, *) var three: Int
    var four: Int { 4 }
    func five() { if #available(macOS 26, *) { print(5) } else { print(6) } }
    """

  private func versions(_ line: Int, _ column: Int = 1) -> String {
    AvailabilityRegions(in: text).versions(line: line, column: column).map(\.description).joined(separator: "; ")
  }

  @Test func `an attribute reaches to the end of its declaration`() {
    #expect((1...7).map { versions($0) } == Array(repeating: "macos 26", count: 7))
    #expect(versions(8) == "")
    #expect(versions(12, 25) == "macos 26")
    #expect(versions(13) == "")
  }

  @Test func `a guard reaches to the end of the block around it`() {
    #expect(versions(8, 10) == "")
    #expect(versions(10) == "macos 15.4, ios 18")
    #expect(versions(12) == "macos 26")
  }

  @Test func `a condition reaches to the end of its body`() {
    #expect(versions(14, 45) == "macos 26")
    #expect(versions(14, 63) == "")
  }

  @Test func `what only Linux compiles is left out`() {
    let text = """
      #if canImport(FoundationNetworking)
      one
      #elseif compiler(>=6.3)
      two
      #else
      three
      #endif
      #if !canImport(Darwin) && compiler(>=6.3)
      four
      #if DEBUG
      five
      #endif
      #else
      six
      #endif
      #if canImport(Darwin) || (os(Linux) && DEBUG)
      seven
      #else
      eight
      #endif
      #if os(macOS)
      nine
      #endif
      """
    let leftOut = LeftOut(of: text)
    let lines = text.split(separator: "\n").enumerated().filter { leftOut.contains(line: $0.offset + 1) }
    #expect(lines.map(\.element) == ["one", "four", "#if DEBUG", "five", "eight"].filter { !$0.hasPrefix("#") })
  }

  @Test func `each platform that a place does not name counts by its oldest version`() {
    let floor = PlatformVersions(list: "macOS 13, iOS 16")
    let needed = PlatformVersions(list: "macOS 15, iOS 18, tvOS 18")
    #expect(PlatformVersions().lacking(of: needed, floor: floor) == PlatformVersions(list: "macOS 15, iOS 18"))
    #expect(PlatformVersions(list: "macOS 15").lacking(of: needed, floor: floor) == PlatformVersions(list: "iOS 18"))
    #expect(PlatformVersions(list: "macOS 15, iOS 26").lacking(of: needed, floor: floor).isEmpty)
  }
}
