// The examples of the articles “Recording the network” and “Testing other cultures”, each as it
// stands there.

import Foundation
import GlobalEnvironmentTesting
import Testing

struct RecordingTests {
  @Test func showsPostsOfTheRecording() async throws {
    Env = .mock.replaying("Fixtures/posts.har")
    #expect(try await postTitles() == ["First", "Second"])
  }

  @Test func `secrets are named`() {
    let secrets: [Secret] = [
      .query("token"), .field("password"), .header("X-Session"), .text("hunter2", named: "password"),
    ]
    #expect(Set(secrets).count == 4)
  }

  /// Only compiled, for there is no such file.
  private func matches() {
    Env = .mock.replaying(
      "posts.har", matching: [.method, .url(ignoring: "ts"), .headers("Accept"), .body(ignoring: "nonce")])
  }

  @Test func launching() throws {
    Env = try Environment.live.replaying(by: ProcessInfo.processInfo.environment)
  }
}

struct CultureTests {
  @Test(.environment(.mock)) func `a culture is set as a whole`() {
    Env.culture = .japan
    #expect(Env.locale().identifier == "ja_JP")
    #expect(Env.timeZone().identifier == "Asia/Tokyo")
    #expect(Culture.all.count == 41)
  }

  @Test(.environment(.mock)) func `another is made by its identifiers`() throws {
    let vietnam = try Culture("Vietnam", locale: "vi_VN", timeZone: "Asia/Ho_Chi_Minh")
    #expect(vietnam.preferredLanguages == ["vi-VN"])
  }

  @Test(.environment(.mock)) func `a part is changed`() {
    Env.culture = .germany
    Env.timeZone = { .gmt }
    #expect(Env.locale().identifier == "de_DE")
    #expect(Env.calendar().timeZone == .gmt)
  }
}
