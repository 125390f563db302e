import Foundation
import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentFlight

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets in binary property lists and in UTF-16.
@Suite struct SecretFormsOfBytesTests {
  private static let secret = "hunter22-9bf31c7f"

  /// Whether some bytes are in the file of a flight in which `body` runs.
  private func isTold(_ text: String, _ body: () async throws -> Void) async throws -> Bool {
    let folder = try FlightFolder()
    let environment = Environment.mock.recorded(by: FlightRecorder(at: folder.file, limit: 200_000))
    try await withEnvironment(environment, perform: body)
    let bytes = try Data(contentsOf: folder.file)
    return [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian].contains { encoding in
      text.data(using: encoding).flatMap { bytes.range(of: $0) } != nil
    }
  }

  private static func list(_ object: Any) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
  }

  private static var account: [String: Any] { ["user": "Ann", "logins": [["api_token": secret, "id": 4]]] }

  @Test func `a member of a binary property list is hidden in a file, in a body and in a default`() async throws {
    let list = try Self.list(Self.account)
    let body: () async throws -> Void = {
      try Env.files().write(list, to: URL(filePath: "/tmp/account.plist"))
      Env.defaults().set(.data(list), for: "account")
      // One in another.
      Env.defaults().set(.data(try Self.list(["inner": list])), for: "accounts")
      Env.stub(.post("/"), .status(200))
      var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
      request.httpMethod = "POST"
      request.httpBody = list
      _ = try await Env.http(request)
    }
    #expect(try await !isTold(Self.secret, body))
    #expect(try await isTold("Ann", body))
  }

  @Test func `what is shown of a binary property list is one`() async throws {
    let hider = Hider(HiddenNames(hiding: []))
    let shown = PropertyListValue(binary: Data(hider.body(try Self.list(Self.account), type: "")))
    #expect(
      shown
        == ["user": "Ann", "logins": [["api_token": "hidden.api_token.1", "id": 4]]])
  }

  @Test func `a binary property list without a secret stays as it is, byte by byte`() throws {
    let list = try Self.list(["a": [1, 2.5, true, "é", Date(timeIntervalSinceReferenceDate: 0), Data([0xFF])]])
    #expect(Hider(HiddenNames(hiding: [])).body(list, type: "") == [UInt8](list))
  }

  /// Each of many lists has the next one twice: it would be read as more lists than any memory holds.
  @Test func `a property list that is much larger than its bytes is not read`() {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for number in 0..<60 {
      offsets.append(UInt8(bytes.count))
      bytes += number < 59 ? [0xA2, UInt8(number + 1), UInt8(number + 1)] : [0x10, 1]
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number: UInt8 in [60, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    #expect(PropertyListValue(binary: Data(bytes)) == nil)
    #expect(Hider(HiddenNames(hiding: [])).body(Data(bytes), type: "") == bytes)
  }

  @Test func `a property list that is deep is not read, as that would use up the stack`() throws {
    for (depth, isRead) in [(60, true), (100, false)] {
      var object: Any = "x"
      for _ in 0..<depth { object = [object] }
      #expect((PropertyListValue(binary: try Self.list(object)) != nil) == isRead)
    }
  }

  @Test func `a default that is too deep for every store is recorded without its value`() async throws {
    var value = PropertyListValue.string("x")
    for _ in 0..<600 { value = .array([value]) }
    #expect(value.isTooDeep)
    let flight = try await flight {
      withKnownIssue { Env.defaults().set(value, for: "deep") }
    }
    guard case .setting(_, "deep", let body?)? = flight.events.first?.content else {
      Issue.record("\(flight.told)")
      return
    }
    #expect(body.bytes.isEmpty && body.isCut)
  }

  @Test func `a damaged binary property list does no harm`() throws {
    let list = [UInt8](try Self.list(Self.account))
    let hider = Hider(HiddenNames(hiding: []))
    for index in list.indices {
      for change: UInt8 in [0x01, 0x0F, 0x80, 0xFF] {
        var damaged = list
        damaged[index] ^= change
        _ = hider.body(Data(damaged), type: "")
      }
      _ = hider.body(Data(list.prefix(index)), type: "")
    }
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
  func `a member of JSON in UTF-16 is hidden, and the rest stays in UTF-16`(_ encoding: String.Encoding) throws {
    let hider = Hider(HiddenNames(hiding: []))
    let text = #"{"user":"Änn","password":"\#(Self.secret)"}"#
    let body = try #require(text.data(using: encoding))
    let shown = hider.body(body, type: "application/json; charset=utf-16")
    #expect(String(data: Data(shown), encoding: encoding) == #"{"user":"Änn","password":"hidden.password.1"}"#)
    // It is known now.
    let log = hider.body(try #require("at \(Self.secret)!".data(using: encoding)), type: "")
    #expect(String(data: Data(log), encoding: encoding) == "at hidden.password.1!")
  }
}
