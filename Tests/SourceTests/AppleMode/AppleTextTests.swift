import Testing

struct AppleTextTests {

  @Test func `conditions are decided for the platform`() {
    let source = "#if canImport(FoundationNetworking) || os(macOS) && canImport(Darwin)\n#elseif !os(Linux)\n#endif\n"
    #expect(AppleText(source, for: .macOS).text == "#if false || true && true\n#elseif !false\n#endif\n")
    #expect(AppleText(source, for: .iOS).text == "#if false || false && true\n#elseif !false\n#endif\n")
  }

  @Test func `imports and qualified names are those of the modules that stand for Apple's`() {
    let source =
      "@preconcurrency package import struct Foundation.Date\nimport FoundationModels\nlet a: Foundation.URL\n"
    let text = AppleText(source, for: .iOS).text
    #expect(
      text
        == """
        @preconcurrency package import struct AppleFoundation.Date
        import FoundationModels
        let a: AppleFoundation.URL\n
        """)
  }

  @Test func `macros become functions, and attributes of tests go, on the same lines`() {
    let source = """
      import Testing
      @Suite(.environment(")"))
      struct A {
        @Test(
          arguments: [f(1), 2])
        func a(x: Int) { #expect(try #require(x) == 2) }
        @Tester func b() {}
      }
      """
    let lines = AppleText(source, for: .macOS).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 8)
    #expect([lines[1], lines[3], lines[4]].allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(lines[5] == "  func a(x: Int) { expect(try require(x) == 2) }")
    #expect(lines[6] == "  @Tester func b() {}")
  }
}
