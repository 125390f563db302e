import Testing

@testable import EnvironmentAudit

@Suite struct EditTests {
  private let source = SourceText("let a = Date(), b = Date()\nlet c = UUID()\n")
  // In no order.
  private let edits = [
    Edit(range: 20..<26, text: "now"), Edit(range: 0..<0, text: "import X\n"), Edit(range: 8..<14, text: "Env.date()"),
  ]

  @Test func `all changes are made, in whatever order they come`() {
    let changed = source.applying(edits)
    #expect(changed.text(0..<changed.bytes.count) == "import X\nlet a = Env.date(), b = now\nlet c = UUID()\n")
  }

  @Test(arguments: [(0, 9), (4, 13), (14, 27), (16, 29), (26, 36), (27, 37), (35, 45)])
  func `a byte moves by what became longer before it`(before: Int, after: Int) {
    #expect(OffsetMap(by: edits).place(of: before) == after)
  }

  @Test func `nothing moves without a change`() {
    #expect(source.applying([]).bytes == source.bytes)
    #expect(OffsetMap(by: []).place(of: 7) == 7)
  }
}
