import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// Files that are none.
struct HARErrorTests {

  private func error(_ text: String) -> RecordingError? { error(Data(text.utf8)) }

  /// The error of the file, or that of its first entry that is passed over.
  private func error(_ data: Data) -> RecordingError? {
    #expect(throws: RecordingError.self) {
      let flaws = RecordedAnswers(try HARFile(data, from: "posts.har"), SecretNames([])).flaws
      if let flaw = flaws.errors.first { throw flaw }
    }
  }

  private func entry(
    request: String = #""method": "GET", "url": "https://example.com""#, response: String = #""status": 200"#
  ) -> String {
    """
    {"log": {"entries": [
      {"request": {"method": "GET", "url": "http://a"}, "response": {"status": 200}},
      {"request": {\(request)}, "response": {\(response)}}
    ]}}
    """
  }

  @Test(
    arguments: [
      ("{", 1, 2, "expected a name in quotes, and the file ends"),
      ("{\n  \"log\": }", 2, 10, "expected a value"),
      ("{\"log\": {\"é\": x", 1, 15, "expected a value"),
      ("{\"log\": {}}\n\n x", 3, 2, "expected the end of the file"),
      ("{\"log\": [1 2]}", 1, 12, "expected , or ]"),
      ("{\"log\": {\"a\" 1}}", 1, 14, "expected : after a name"),
      ("{\"log\": \"abc", 1, 13, "a string has no end, and the file ends"),
      ("{\"log\": \"a\\x\"}", 1, 11, "there is no such escape"),
      ("{\"log\": \"\\u12\"}", 1, 10, "\\u takes four hexadecimal digits"),
      ("{\"log\": \"a\nb\"}", 1, 11, "a string holds a control character: write it as an escape (\\n, \\u0000)"),
      ("{\"log\": \"a\0b\"}", 1, 11, "a string holds a control character: write it as an escape (\\n, \\u0000)"),
      ("{\"log\": 01}", 1, 9, "this is not a number"),
      ("\u{FEFF}[1,", 1, 5, "expected a value, and the file ends"),
      ("", 1, 1, "the file is empty. Delete it, and record again"),
      (" ", 1, 2, "expected a value, and the file ends"),
      ("nul", 1, 1, "expected a value"),
      ("\0", 1, 1, "expected a value"),
    ] as [(String, Int, Int, String)]
  )
  func `what is no JSON is an error at its line and column`(text: String, line: Int, column: Int, reason: String) {
    let error = error(text)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.reason == reason)
  }

  @Test(
    arguments: [
      ("[]", "", "expected an object"),
      ("{}", "", #""log" is missing"#),
      (#"{"log": []}"#, "log", "expected an object"),
      (#"{"log": {}}"#, "log", #""entries" is missing"#),
      (#"{"log": {"entries": null}}"#, "log.entries", "expected an array, not null"),
      (#"{"log": {"entries": {"length": 1000000000}}}"#, "log.entries", "expected an array"),
      (#"{"log": {"entries": [1]}}"#, "log.entries[0]", "expected an object"),
    ] as [(String, String, String)]
  )
  func `what is no HAR is an error that names the way to it`(text: String, path: String, reason: String) {
    let error = error(text)
    #expect(error?.path == path)
    #expect(error?.reason.hasPrefix(reason) == true)
    #expect(error?.line == 1)
  }

  @Test(
    arguments: [
      (#""status": "200""#, "status", "expected a number"),
      (#""status": null"#, "status", "expected a number, not null"),
      (#""status": 99999999999999999999"#, "status", "1e+20 is not an HTTP status"),
      (#""status": -2"#, "status", "-2.0 is not an HTTP status"),
      (#""status": 99"#, "status", "99.0 is not an HTTP status"),
      (#""status": 1000"#, "status", "1000.0 is not an HTTP status"),
      (#""status": 200.5"#, "status", "200.5 is not an HTTP status"),
      (#""status": 1e999"#, "status", "this number is out of range"),
      (#""status": -1e999"#, "status", "this number is out of range"),
      (#""status": 1e-999"#, "status", "this number is out of range"),
      (#""statusText": "\ud800", "status": 99"#, "status", "99.0 is not an HTTP status"),
      (#""status": 200, "headers": {}"#, "headers", "expected an array"),
      (#""status": 200, "headers": [{"name": "a", "value": {}}]"#, "headers[0].value", "expected a string"),
      (#""status": 200, "headers": [{"name": "a"}, {"name": 1}]"#, "headers[1].name", "expected a string"),
      (#""status": 200, "content": {"text": 1}"#, "content.text", "expected a string"),
      (#""status": 200, "content": {"text": "%", "encoding": "base64"}"#, "content.text", "the text is not valid"),
      (#""status": 200, "content": {"text": "QQ", "encoding": "base64"}"#, "content.text", "the text is not valid"),
      (#""status": 200, "content": {"text": "a", "encoding": "rot13"}"#, "content.text", "the text is not valid"),
    ] as [(String, String, String)]
  )
  func `a wrong value is an error that names the way to it`(response: String, path: String, reason: String) {
    let error = error(entry(response: response))
    #expect(error?.path == "log.entries[1].response.\(path)")
    #expect(error?.reason.hasPrefix(reason) == true)
    #expect(error?.line == 3)
    #expect(error?.column ?? 0 > 65)
  }

  @Test(arguments: [
    "posts", "/posts", "../../etc/passwd", "localhost:8080/a", "http://", "https:///etc/passwd", "http://[", "//host/x",
  ])
  func `a URL that no request can have is an error`(url: String) {
    #expect(error(entry(request: #""method": "GET", "url": "\#(url)""#))?.path == "log.entries[1].request.url")
  }

  @Test(arguments: ["body.json", "../../../../etc/passwd", "/etc/passwd", ""])
  func `no file that a recording names is read`(name: String) {
    let answered = error(entry(response: #""status": 200, "content": {"_file": "\#(name)"}"#))
    #expect(answered?.path == "log.entries[1].response.content._file")
    #expect(answered?.reason.hasPrefix("the body is in another file") == true)
    let sent = error(
      entry(request: #""method": "POST", "url": "http://a", "postData": {"text": "a", "_file": "\#(name)"}"#))
    #expect(sent?.path == "log.entries[1].request.postData._file")
  }

  @Test func `an error is one line, and says where, what and how to mend it`() {
    #expect(
      error(entry(response: #""status": 1000"#))?.description == """
        posts.har:3:87: log.entries[1].response.status: 1000.0 is not an HTTP status: write 100 to 999, \
        or 0 for a request that no server answered (https://example.com).
        """)
  }

  @Test func `bytes that are not UTF-8 are an error where they are`() {
    let error = error(Data("{\n \"lóg\": \"".utf8) + [0xC0, 0x80] + Data("\"}".utf8))
    #expect(error?.reason == "this is not UTF-8")
    #expect(error?.line == 2)
    #expect(error?.column == 10)
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[", ""), ("{\"a\":", "")])
  func `100,000 levels of nesting are an error`(open: String, close: String) {
    let deep = String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
    for text in [deep, #"{"log": {"entries": [], "_extra": \#(deep)}}"#] {
      #expect(error(text)?.reason == "this is nested more than 512 levels deep")
    }
  }

  @Test func `a megabyte of digits is an error`() {
    #expect(error(entry(response: #""status": \#(String(repeating: "9", count: 1_000_000))"#))?.line == 3)
  }

  @Test func `what nobody reads may be anything`() throws {
    let file = try HARFile(
      Data(
        #"""
        {"log": {"version": 7, "creator": null, "browser": [], "entries": [
          {"time": null, "timings": {"send": -1}, "cache": 1, "request": {"method": "GET", "url": "http://a",
           "headersSize": 1e300, "cookies": 5}, "response": {"status": 200, "bodySize": "many", "_transferSize": -9}}
        ]}}
        """#.utf8), from: "posts.har")
    #expect(RecordedAnswers(file, SecretNames([])).recorded.count == 1)
  }
}
