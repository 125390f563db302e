import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct CannedCodingTests {
  private struct Refused: Error {}

  @Test func `a mock encodes with sorted keys`() throws {
    let values = Dictionary(uniqueKeysWithValues: "hgfedcba".map { ("\($0)", 1) })
    let data = try Env.encoder().encode(values)
    #expect(
      String(decoding: data, as: UTF8.self) == #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1}"#)
    #expect(try Env.decoder().decode([String: Int].self, from: data) == values)
  }

  @Test func `a canned encoding is given for any value`() throws {
    Env.encoder = { .returning(Data([1])) }
    #expect(try Env.encoder().encode("a") == Data([1]))
    #expect(try Env.encoder().encode(2) == Data([1]))
  }

  @Test func `a canned failure is thrown as it is`() {
    Env.encoder = { .failing(with: Refused()) }
    Env.decoder = { .failing(with: Refused()) }
    #expect(throws: Refused.self) { try Env.encoder().encode("a") }
    #expect(throws: Refused.self) { try Env.decoder().decode(String.self, from: Data()) }
  }

  @Test func `a canned value is given for any data`() throws {
    Env.decoder = { .returning(["a", "b"]) }
    #expect(try Env.decoder().decode([String].self, from: Data()) == ["a", "b"])
    #expect(try Env.decoder().decode([String]?.self, from: Data()) == ["a", "b"])
  }

  @Test func `a canned value of another type is an error that names both types`() {
    Env.decoder = { .returning("text") }
    let error = #expect(throws: DecodingError.self) { try Env.decoder().decode([Int].self, from: Data()) }
    #expect("\(error as Any)".contains("Array<Int> was asked for, and the decoder gave a value of String."))
  }
}
