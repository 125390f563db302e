import Foundation
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

struct JSONValueTests {

  @Test func `literals say what JSON says`() {
    let value: JSONValue = ["a": [1, 2.5, nil, true, "x\n\"\u{1}é"], "b": [:], "c": []]
    #expect(value.description == #"{"a":[1,2.5,null,true,"x\n\"\u0001é"],"b":{},"c":[]}"#)
    #expect(JSONValue(parsing: value.data) == value)
  }

  @Test func `of two values with one name the last counts`() {
    let value: JSONValue = ["a": 1, "a": 2]
    #expect(value == ["a": 2])
    #expect(JSONValue(parsing: Data(#"{"a":1,"a":2}"#.utf8)) == ["a": 2])
  }

  @Test func `values are read by name and place`() {
    let count = 3
    let value: JSONValue = ["name": "\("B")", "list": [1, 2.5, true], "count": JSONValue(count)]
    #expect(value["name"]?.string == "B")
    #expect(value["list"]?[0]?.int == 1)
    #expect(value["list"]?[1]?.double == 2.5)
    #expect(value["list"]?[2]?.bool == true)
    #expect(value["list"]?[3] == nil && value["list"]?[-1] == nil)
    #expect(value["count"]?.int == 3)
    #expect(value["other"] == nil && value[0] == nil && value["name"]?.int == nil)
    #expect(value["list"]?.array?.count == 3 && value.object?.count == 3)
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "10e-1"), ("-0", "0"), ("0.0", "0e5"), ("1e2", "100"), ("1.50", "15E-1"), ("1e+2", "1E2"),
    ("123456789012345678901234567890", "12345678901234567890123456789e1"),
  ])
  func `equal numbers are equal however they are written`(one: String, other: String) throws {
    let number = try #require(JSONNumber(one))
    #expect(number == JSONNumber(other))
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740993"), ("1", "-1"), ("0.1", "0.10000000000000000001"), ("1", "10"),
  ])
  func `other numbers are not equal`(one: String, other: String) throws {
    let number = try #require(JSONNumber(one))
    #expect(number != JSONNumber(other))
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1 ", "NaN", "--1", "1e1.5", "Infinity"])
  func `what is no number is none`(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(arguments: [
    ("0", "0"), ("-1.5", "-1.5"), ("1e3", "1000"), ("1e30", "1e30"), ("0.001", "0.001"), ("1e-9", "1e-9"),
    ("1e999999999999999999999999", "1e999999999"), ("12345e-2", "123.45"),
  ])
  func `a number is written as JSON`(text: String, written: String) throws {
    let number = try #require(JSONNumber(text))
    #expect(number.description == written)
  }

  @Test func `huge and odd numbers do no harm`() throws {
    #expect(JSONNumber("1e999")?.int == nil)
    #expect(JSONNumber("1e999")?.double == .infinity)
    #expect(JSONNumber("9223372036854775808")?.int == nil)
    #expect(JSONNumber("-9223372036854775808")?.int == .min)
    #expect(JSONNumber("1.5")?.int == nil)
    #expect(JSONNumber(.nan) == nil && JSONNumber(.infinity) == nil)
    #expect(JSONValue(Double.nan) == .null)
    #expect(JSONNumber(String(repeating: "9", count: 100_000))?.int == nil)
    #expect(JSONValue(UInt64.max).description == "18446744073709551615")
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "nul", "truth", "\"", "\"\\x\"", "\"\\u12\"",
    "\"\u{1}\"", "[1]x", "{\"a\":1,}", "]", "'a'",
  ])
  func `what is no JSON is none`(text: String) {
    #expect(JSONValue(parsing: Data(text.utf8)) == nil)
  }

  @Test func `escapes are read`() {
    #expect(JSONValue(parsing: Data(#""\u00e9\ud83d\ude00\/\b\f\n\r\t\\\"""#.utf8)) == "é😀/\u{8}\u{C}\n\r\t\\\"")
    #expect(JSONValue(parsing: Data(#""\ud83d""#.utf8)) == "\u{FFFD}")
    #expect(JSONValue(parsing: Data(#""\ud83d\u0041""#.utf8)) == "\u{FFFD}A")
    #expect(JSONValue(parsing: Data([0x22, 0xFF, 0x22])) == nil)
    #expect(JSONValue(parsing: Data([0xEF, 0xBB, 0xBF]) + Data(" [ ] ".utf8)) == [])
  }

  @Test func `deep nesting is refused`() {
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONValue(parsing: nested(256)) != nil)
    #expect(JSONValue(parsing: nested(257)) == nil)
    #expect(JSONValue(parsing: nested(1_000_000)) == nil)
  }

  @Test func `every truncation of a text is refused without harm`() {
    let text = Array(#"{"a":[1.5e3,"\u00e9\ud83d\ude00",true,null,{"b":[]}]}"#.utf8)
    for count in 0..<text.count { #expect(JSONValue(parsing: Data(text[..<count])) == nil) }
    #expect(JSONValue(parsing: Data(text)) != nil)
  }

  @Test func `it is coded as what it says`() throws {
    let value: JSONValue = ["a": [1, -2.5, nil, true, "x"], "big": JSONValue(UInt64.max)]
    let data = try JSONEncoder().encode(value)
    #expect(JSONValue(parsing: data) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
  }

  @Test(
    arguments: [("1e999", []), ("[1, 2, 1e999]", [2]), (#"{"a":[{"b":1e999}]}"#, [nil, 0, nil])] as [(String, [Int?])])
  func `a number that the decoder cannot hold is an error at its place`(text: String, path: [Int?]) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
    if case .dataCorrupted(let context)? = error {
      #expect(context.codingPath.map(\.intValue) == path && context.debugDescription.contains("number"))
    } else {
      Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a value contains what it names and more`() {
    let value: JSONValue = ["a": 1, "b": ["c": [["d": 1, "e": 2], 3]]]
    #expect(value.contains([:]) && value.contains(["b": ["c": [["e": 2], 3]]]) && value.contains(value))
    #expect(!value.contains(["b": ["c": [3]]]) && !value.contains(["a": nil]) && !value.contains([]))
  }

  @Test func `a difference says where it is`() {
    let value: JSONValue = ["user": ["name": "A", "tags": [1, 2]], "x": 1]
    func difference(_ wanted: JSONValue, mayHoldMore: Bool = true) -> String? {
      value.difference(from: wanted, mayHoldMore: mayHoldMore)
    }
    #expect(difference(["user": ["name": "B"]]) == #"user.name is "A", not "B""#)
    #expect(difference(["user": ["tags": [1, 3]]]) == "user.tags[1] is 2, not 3")
    #expect(difference(["user": ["tags": [1]]]) == "user.tags has 2 elements, not 1")
    #expect(difference(["y": 1]) == "y is missing")
    #expect(difference(["x": 1]) == nil)
    #expect(difference(["x": 1], mayHoldMore: false) == "user is one too many")
    #expect(difference([]) == #"the JSON is {"user":{"name":"A","tags":[1,2]},"x":1}, not []"#)
  }
}
