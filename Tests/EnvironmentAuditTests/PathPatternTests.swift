import EnvironmentAudit
import Testing

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("Sources/A.swift", "Sources/A.swift"), ("Sources", "Sources/A/B.swift"), ("./Sources/", "Sources/A.swift"),
    ("Sources/*/Made", "Sources/App/Made/A.swift"), ("*.swift", "A.swift"), ("**/*.pb.swift", "Sources/A/B.pb.swift"),
    ("**/Made", "Made/A.swift"), ("**/Made", "A/B/Made/C.swift"), ("Sources/**/C.swift", "Sources/C.swift"),
    ("Sources/**", "Sources/A/B.swift"), ("S*s/A*.swift", "Sources/A.swift"), ("Ä*", "Äb/c.swift"),
  ])
  func `a path that it means is matched`(pattern: String, path: String) {
    #expect(PathPattern(pattern).matches(path))
  }

  @Test(arguments: [
    ("Sources/A", "Sources/AB.swift"), ("*.swift", "Sources/A.swift"), ("A.swift", "Sources/A.swift"), ("", "A.swift"),
    ("Sources/*/Made", "Sources/A/B/Made/C.swift"), ("Sources/A.swift/B", "Sources/A.swift"), ("/", "A.swift"),
  ])
  func `another is not`(pattern: String, path: String) {
    #expect(!PathPattern(pattern).matches(path))
  }

  @Test func `many stars take no longer than few`() {
    let pattern = PathPattern(String(repeating: "*a", count: 100) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 400)))
  }
}
