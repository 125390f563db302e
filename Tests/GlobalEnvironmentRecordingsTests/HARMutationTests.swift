import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Files that something has damaged.
struct HARMutationTests {
  private static let seed = """
    {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [
      {"startedDateTime": "2024-03-05T09:12:44.101Z", "time": 1.5, "request": {"method": "GET",
       "url": "https://a.org/p?q=1&r=%20", "headers": [{"name": ":path", "value": "/"}, {"name": "Cookie", "value": "a=b"}]},
       "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "text/plain; charset=latin1"},
       {"name": "Location", "value": "/x?token=<secret:token:1>"}, {"name": "Content-Length", "value": "3"}],
       "content": {"size": 3, "mimeType": "text/plain", "text": "h\\u00e9 <secret:pin:1:number>"}}, "timings": {"send": -1}},
      {"request": {"method": "POST", "url": "http://u:p@b.org:8080/", "postData": {"mimeType": "application/json",
       "text": "{\\"pin\\": 1, \\"a\\": [1.0, null]}", "params": [{"name": "n", "value": "v"}]}}, "response": {"status": 0,
       "_error": "net::ERR_TIMED_OUT", "content": {"text": "iVBORw0KGgo=", "encoding": "base64"}}}
    ]}}
    """

  @Test(arguments: 0..<4)
  func `200 damaged files are each an error or a working recording`(round: Int) throws {
    var random = SplitMix64(state: UInt64(round))
    let names = SecretNames([.field("pin"), .query("token", replayedAs: "é\"")])
    var (errors, works) = (0, 0)
    for _ in 0..<200 {
      var bytes = [UInt8](Self.seed.utf8)
      for _ in 0...random.next(upperBound: UInt(2)) { mutate(&bytes, &random) }
      do {
        var answers = try RecordedAnswers(HARFile(Data(bytes), from: "posts.har"), names)
        for recorded in answers.recorded { try check(recorded, &answers, names) }
        works += 1
      } catch let error as RecordingError {
        #expect(error.line ?? 0 > 0 && error.column ?? 0 > 0, "\(error)")
        #expect(error.description.count < 1_000)
        errors += 1
      }
    }
    #expect(errors > 20 && works > 20, "\(errors) errors, \(works) recordings")
  }

  /// Checks that an entry answers the request that it is of, and can be written.
  private func check(_ recorded: RecordedAnswers.Recorded, _ answers: inout RecordedAnswers, _ names: SecretNames)
    throws
  {
    #expect(answers.next(for: recorded.key, exactly: true) != nil)
    var hidden = recorded.exchange
    hidden.hide(names)
    _ = try JSONEncoder().encode(hidden.entry(startedAt: ""))
    let url = try #require(URL(string: recorded.exchange.request.url))
    guard case .response(var response) = recorded.exchange.outcome else { return }
    var request = recorded.exchange.request
    response.restore(request.hide(names), names)
    #expect(response.httpAnswer(to: URLRequest(url: url), url)?.1.statusCode == response.status)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    func place(_ random: inout SplitMix64) -> Int { Int(random.next(upperBound: UInt(bytes.count + 1))) }
    let (first, second) = (place(&random), place(&random))
    let range = min(first, second)..<min(max(first, second), min(first, second) + 200)
    switch random.next(upperBound: UInt(9)) {
    case 0: if first < bytes.count { bytes[first] = UInt8(truncatingIfNeeded: random.next()) }
    case 1: if first < bytes.count { bytes[first] ^= 1 << UInt8(random.next(upperBound: UInt(8))) }
    case 2: bytes.removeSubrange(range)
    case 3: bytes.insert(contentsOf: Array(bytes[range]), at: second)
    case 4: if random.next() % 4 == 0 { bytes.removeLast(bytes.count - first) }
    case 5: swapType(&bytes, &random)
    case 6:
      // Most are not deep: Foundation takes long to read a deep one, and rejects the deepest.
      let depth = Int(random.next(upperBound: UInt(random.next() % 8 == 0 ? 1_000 : 50)))
      let (open, close) = random.next() % 2 == 0 ? ("[", "]") : ("{\"a\":", "}")
      replaceScalar(
        in: &bytes, &random, with: String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth))
    case 7:
      bytes.insert(
        contentsOf: [[0], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xED, 0xA0, 0x80]].randomElement(using: &random) ?? [],
        at: first)
    default: bytes.reverse(in: range)
    }
  }

  private func swapType(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let values = [
      "null", "true", "[]", "{}", "\"\"", "-1", "0", "1e999", "99999999999999999999", "1.5", "\"\\ud800\"",
      "\"\\u0000\"",
      "\"../../etc/passwd\"", "\"https://[\"", "\"file:///etc/passwd\"", "\"a\\r\\nb: c\"", "599", "204", "[null]",
      "\"%\"", "\"https://%00/%zz?%=%&&=\"", "\"<secret:\"", "\"<secret:pin:99999999999999999999>\"", "\"base64\"",
    ]
    replaceScalar(in: &bytes, &random, with: values.randomElement(using: &random) ?? "")
  }

  /// Puts a text in place of some value.
  private func replaceScalar(in bytes: inout [UInt8], _ random: inout SplitMix64, with text: String) {
    let colons = bytes.indices.filter {
      bytes[$0] == UInt8(ascii: ":") && $0 + 1 < bytes.count && bytes[$0 + 1] == 0x20
    }
    guard let colon = colons.randomElement(using: &random) else { return }
    let rest = bytes[(colon + 2)...]
    let end =
      rest.firstIndex { [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains($0) } ?? bytes.endIndex
    bytes.replaceSubrange((colon + 2)..<end, with: text.utf8)
  }
}

extension [UInt8] {
  fileprivate mutating func reverse(in range: Range<Int>) {
    replaceSubrange(range, with: self[range].reversed())
  }
}
