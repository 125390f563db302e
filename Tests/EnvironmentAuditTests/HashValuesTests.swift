import Testing

@testable import EnvironmentAudit

@Suite struct HashValuesTests {
  @Test(arguments: [
    "a.hashValue", "a\n  .hashValue", "map(\\.hashValue)", "\"\\(a.hashValue)\"", "f(\"a\", b?.hashValue)",
    "\"\\(f(\"a\", b.hashValue))\"", "// a\na.hashValue // b",
  ])
  func `a hash that is read is found in the text`(code: String) {
    #expect(places(in: code).count == 1)
  }

  @Test(arguments: [
    "var hashValue: Int { 1 }", "a.hashValues", "// a.hashValue", "/* a.hashValue */ a", "\"a.hashValue\"",
    "\"(a.hashValue)\"", "\"\\(a) b.hashValue\"", "\"\"\"\n  a.hashValue\n  \"\"\"", "hashValue", "a.my_hashValue",
    "f(\".hashValue\")", "",
  ])
  func `another text is none`(code: String) {
    #expect(places(in: code).isEmpty)
  }

  @Test func `it is told where its name begins`() {
    #expect(places(in: "a\n b.hashValue").map { [$0.line, $0.column] } == [[2, 4]])
  }

  private func places(in code: String) -> [IndexOccurrence] {
    let source = SourceText(code)
    return HashValues.places(in: source, SourceComments(source))
  }
}
