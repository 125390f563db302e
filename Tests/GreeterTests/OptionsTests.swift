import Foundation
import Testing

@testable import greeter

struct OptionsTests {
  @Test func `no arguments ask for no posts`() throws {
    #expect(try Options([]).posts == nil)
  }

  @Test func `posts may be fetched from an address`() throws {
    #expect(try Options(["--posts", "https://example.com/posts"]).posts?.path() == "/posts")
  }

  @Test(arguments: [
    ["--posts"], ["--posts", ""], ["--posts", "example.com"], ["--posts", "file:///etc/passwd"],
    ["--posts", "http://"], ["--posts", "http:///x"], ["--helpp"], ["x"], [""],
  ])
  func `anything else is an error that shows how to ask`(arguments: [String]) {
    #expect(throws: UsageError.self) { try Options(arguments) }
  }
}
