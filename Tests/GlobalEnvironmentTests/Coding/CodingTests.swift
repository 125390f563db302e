import Foundation
import GlobalEnvironmentTesting
import Testing

private struct Post: Codable, Equatable {
  var postTitle: String
  var createdAt: Date
}

/// Encoders and decoders whose format is not told.
@Suite(.environment(Environment()))
struct CodingTests {
  private let post = Post(postTitle: "First", createdAt: Date(timeIntervalSince1970: 0))

  @Test func `the live encoder and decoder are Foundation's for JSON`() throws {
    let data = try Env.encoder().encode(["a": 1])
    #expect(data == (try JSONEncoder().encode(["a": 1])))
    #expect(try Env.decoder().decode([String: Int].self, from: data) == ["a": 1])
    #expect(try JSONDecoder().decode(Post.self, from: Env.encoder().encode(post)) == post)
  }

  @Test func `what Foundation treats in a way of its own stays so`() throws {
    let url = try #require(URL(string: "https://example.com/a"))
    #expect(try Env.decoder().decode(URL.self, from: Env.encoder().encode(url)) == url)
    #expect(try Env.decoder().decode(Data.self, from: Env.encoder().encode(Data([1, 2]))) == Data([1, 2]))
    #expect(try Env.encoder().encode(Decimal(string: "0.1")) == Data("0.1".utf8))
    #expect(try Env.decoder().decode(Int?.self, from: Data("null".utf8)) == nil)
    #expect(try Env.decoder().decode(Int?.self, from: Data("1".utf8)) == 1)
  }

  @Test func `keys and dates are as they are set up`() throws {
    let encoder = EnvironmentEncoder.json {
      $0.keyEncodingStrategy = .convertToSnakeCase
      $0.dateEncodingStrategy = .iso8601
      $0.outputFormatting = .sortedKeys
    }
    let decoder = EnvironmentDecoder.json {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .iso8601
    }
    Env.encoder = { encoder }
    Env.decoder = { decoder }
    let data = try Env.encoder().encode(post)
    #expect(String(decoding: data, as: UTF8.self) == #"{"created_at":"1970-01-01T00:00:00Z","post_title":"First"}"#)
    #expect(try Env.decoder().decode(from: data) == post)
  }

  @Test(arguments: ["", "{", "[1]", "nul", #"{"postTitle": 1}"#])
  func `data that holds no such value is a decoding error`(text: String) {
    #expect(throws: DecodingError.self) { try Env.decoder().decode(Post.self, from: Data(text.utf8)) }
  }

  @Test func `data that is nested without end is a decoding error`() {
    let data = Data(String(repeating: "[", count: 100_000).utf8)
    #expect(throws: DecodingError.self) { try Env.decoder().decode([Post].self, from: data) }
  }

  @Test func `a value that the format cannot hold is an encoding error`() {
    #expect(throws: EncodingError.self) { try Env.encoder().encode(Double.nan) }
  }

  @Test func `one encoder and one decoder serve many tasks`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let data = try Env.encoder().encode(["number": number])
          #expect(try Env.decoder().decode([String: Int].self, from: data) == ["number": number])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a format of one's own takes one closure`() throws {
    let lines = EnvironmentEncoder { value in "\(value)\n" }
    #expect(try lines.encode(3) == "3\n")
  }
}
