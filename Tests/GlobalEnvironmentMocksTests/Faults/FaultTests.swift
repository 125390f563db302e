import Foundation
import GlobalEnvironmentTesting
import HidingKnownIssues
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each fault of the catalogue, placed by hand: what the program sees of it.
@Suite(.virtualTime, .environment(.mock))
struct FaultTests {

  // MARK: Network

  @Test(
    arguments: [
      (.offline, .notConnectedToInternet), (.timedOut, .timedOut), (.unknownHost, .cannotFindHost),
      (.untrustedServer, .serverCertificateUntrusted), (.connectionLost, .networkConnectionLost),
      (.redirectLoop, .httpTooManyRedirects), (.cancelled, .cancelled),
    ] as [(EnvironmentFault, URLError.Code)])
  func `a request fails with the error of a URL session`(fault: EnvironmentFault, code: URLError.Code) async throws {
    Env.stub(.get("/posts"), .text("Posts")).optional()
    Env.fail(\.http, with: fault)
    let task = Task { await failure { try await send("/posts") } }
    #expect(await task.value == code)
  }

  @Test(
    arguments: [
      (.offline, .notConnectedToInternet), (.timedOut, .timedOut), (.connectionLost, .networkConnectionLost),
      (.cancelled, .cancelled),
    ] as [(EnvironmentFault, URLError.Code)])
  func `a request of a session fails as those of Env.http do`(fault: EnvironmentFault, code: URLError.Code) async {
    Env.stub(.get("/posts"), .text("Posts")).optional()
    Env.fail(\.http, "GET /posts", call: 2, with: fault)
    let session = Env.urlSession()
    #expect(await failure { try await session.data(for: request("/posts")) } == nil)
    #expect(await failure { try await session.data(for: request("/posts")) } == code)
  }

  @Test(
    arguments: [(.offline, .notConnectedToInternet), (.timedOut, .timedOut)] as [(EnvironmentFault, URLError.Code)])
  func `a stream fails as a call of Env.http does`(fault: EnvironmentFault, code: URLError.Code) async {
    Env.stub(.get("/posts"), .text("Posts")).optional()
    Env.fail(\.http, "GET /posts", call: 2, with: fault)
    #expect(await failure { try await Env.bytes(for: request("/posts")) } == nil)
    #expect(await failure { try await Env.bytes(for: request("/posts")) } == code)
  }

  @Test func `a fault cuts the body of a stream`() async throws {
    Env.stub(.get("/posts"), .text("Post"))
    Env.fail(\.http, with: .brokenBody)
    #expect(try await Env.bytes(for: request("/posts")).0.lines.reduce("", +) == "Po")
  }

  @Test func `a session is refused by the server once, and then answered`() async throws {
    Env.stub(.get("/posts"), .text("Posts"))
    Env.fail(\.http, with: .serverError)
    let (_, first) = try await Env.urlSession().data(for: request("/posts"))
    let (body, second) = try await Env.urlSession().data(for: request("/posts"))
    #expect([first, second].map { ($0 as? HTTPURLResponse)?.statusCode } == [500, 200])
    #expect(String(decoding: body, as: UTF8.self) == "Posts")
  }

  @Test func `an error of a fault names the address`() async throws {
    Env.fail(\.http, with: .unknownHost)
    let error = await #expect(throws: URLError.self) { try await send("/posts") }
    #expect(error?.failingURL?.path() == "/posts")
  }

  @Test(arguments: [(.tooManyRequests, 429), (.serverError, 500), (.unavailable, 503)] as [(EnvironmentFault, Int)])
  func `a request is refused by the server`(fault: EnvironmentFault, status: Int) async throws {
    Env.fail(\.http, with: fault)
    let (received, head) = try await receive(request("/posts"))
    #expect(received.status == status)
    #expect(head.value(forHTTPHeaderField: "Retry-After") == (fault == .tooManyRequests ? "2" : nil))
  }

  @Test(arguments: [(.emptyBody, ""), (.brokenBody, #"["a","#), (.otherJSON, "{}")] as [(EnvironmentFault, String)])
  func `the body of an answer is not what it should be`(fault: EnvironmentFault, text: String) async throws {
    Env.stub(.get("/posts"), .data(Data(#"["a","bc"]"#.utf8), type: "application/json"))
    Env.fail(\.http, with: fault)
    #expect(try await send("/posts") == Received(status: 200, text: text))
  }

  @Test func `a connection that is lost in the answer has reached the server`() async throws {
    Env.stub(.put("/notes/1"), .ok)
    Env.fail(\.http, with: .connectionLost)
    await #expect(throws: URLError.self) { try await send("PUT /notes/1") }
    #expect(Env.requests.count == 1)
  }

  @Test func `a time-out takes the time of the request`() async throws {
    Env.fail(\.http, with: .timedOut)
    let start = Env.clock.now
    var request = try request("/posts")
    request.timeoutInterval = 10
    await #expect(throws: URLError.self) { try await Env.http(request) }
    #expect(start.duration(to: Env.clock.now) == .seconds(10))
  }

  @Test func `a slow answer comes half a minute later`() async throws {
    Env.stub(.get("/posts"), .text("Posts"))
    Env.fail(\.http, with: .slow)
    let start = Env.clock.now
    #expect(try await send("/posts").text == "Posts")
    #expect(start.duration(to: Env.clock.now) == .seconds(30))
  }

  @Test(arguments: [(.offline, true), (.unknownHost, false)] as [(EnvironmentFault, Bool)])
  func `some faults of the network last, others are over with the request`(
    fault: EnvironmentFault, lasts: Bool
  ) async throws {
    Env.stub(.get("/posts"), .ok).optional()
    Env.fail(\.http, call: 2, with: fault)
    #expect(await failure { try await send("/posts") } == nil)
    #expect(await failure { try await send("/posts") } != nil)
    #expect(await failure { try await send("/posts") } == (lasts ? .notConnectedToInternet : nil))
  }

  // MARK: Files

  private let note = URL(filePath: "/home/user/Documents/note.txt")

  @Test(
    arguments: [
      (.diskFull, .fileWriteOutOfSpace, .ENOSPC), (.noPermission, .fileWriteNoPermission, .EACCES),
      (.inputOutputError, .fileWriteUnknown, .EIO),
    ] as [(EnvironmentFault, CocoaError.Code, POSIXError.Code)])
  func `a write fails with the error of the disk, and changes nothing`(
    fault: EnvironmentFault, code: CocoaError.Code, reason: POSIXError.Code
  ) throws {
    try Env.files().write("old", to: note)
    Env.fail(\.files, "write note.txt", with: fault)
    let error = #expect(throws: CocoaError.self) { try Env.files().write("new", to: note) }
    #expect(error?.code == code)
    #expect((error?.underlying as? POSIXError)?.code == reason)
    #expect(try Env.files().readText(note) == "old")
  }

  @Test func `a disk that is full stays full`() throws {
    Env.fail(\.files, with: .diskFull)
    for file in [note, note.appendingPathExtension("2")] {
      let error = #expect(throws: CocoaError.self) { try Env.files().append("new", to: file) }
      #expect(error?.code == .fileWriteOutOfSpace)
    }
    #expect(!Env.files().exists(note))
  }

  @Test func `a disk that is full in the middle of an append has taken a part`() throws {
    Env.fail(\.files, "append note.txt", call: 2, with: .diskFullMidway)
    try Env.files().append("1234", to: note)
    #expect(throws: CocoaError.self) { try Env.files().append("5678", to: note) }
    #expect(try Env.files().readText(note) == "123456")
  }

  @Test func `a file that has gone is gone for good`() throws {
    try Env.files().write("old", to: note)
    Env.fail(\.files, "read note.txt", with: .gone)
    let error = #expect(throws: CocoaError.self) { try Env.files().read(note) }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(!Env.files().exists(note))
  }

  @Test func `the handle of the files in memory is the same under faults`() throws {
    let files = Env.inMemoryFiles
    Env.fail(\.files, with: .noPermission)
    #expect(Env.inMemoryFiles === files)
    #expect(throws: CocoaError.self) { try Env.files().read(note) }
  }

  // MARK: Secrets and defaults

  @Test(arguments: [(.locked, "-25308"), (.missingEntitlement, "-34018")] as [(EnvironmentFault, String)])
  func `secrets cannot be reached from a call on`(fault: EnvironmentFault, status: String) throws {
    try Env.secrets().write("s3cret", for: "token")
    Env.fail(\.secrets, "read token", with: fault)
    let error = #expect(throws: SecretError.self) { try Env.secrets().readText("token") }
    #expect(error?.reason.contains(status) == true)
    #expect(throws: SecretError.self) { try Env.secrets().write("new", for: "token") }
  }

  @Test(arguments: ["read z", "set z"])
  func `what the program does when another process removes a value is counted, and may fail`(call: String) {
    let (key, file) = (DefaultsKey("z", default: 0), URL(filePath: "/tmp/m"))
    Env.defaults()[key] = 1
    let reasons = Locked<[CocoaError.Code?]>([])
    let observation = Env.defaults().onChange(of: key) { value in
      var reason: CocoaError.Code?
      do { try Env.files().write("\(value)", to: file) } catch { reason = (error as? CocoaError)?.code }
      reasons.withLock { [reason] in $0.append(reason) }
    }
    defer { observation.cancel() }
    Env.fail(\.defaults, call, with: .removedElsewhere)
    Env.fail(\.files, "write m", with: .diskFull)
    if call == "read z" { _ = Env.defaults()[key] } else { Env.defaults()[key] = 2 }
    #expect(reasons.withLock { $0 }.first == .fileWriteOutOfSpace)
  }

  @Test func `another process removes a value of the defaults`() {
    Env.defaults().set(.integer(1), for: "count")
    Env.fail(\.defaults, "read count", call: 2, with: .removedElsewhere)
    #expect(Env.defaults().value(for: "count") == .integer(1))
    #expect(Env.defaults().value(for: "count") == nil)
  }

  // MARK: Time and place

  @Test(arguments: [(.clockBack, -3600), (.clockForward, 86_400)] as [(EnvironmentFault, TimeInterval)])
  func `the clock is set, and stays so`(fault: EnvironmentFault, seconds: TimeInterval) {
    let start = Env.date()
    Env.fail(\.date, call: 2, with: fault)
    #expect(Env.date() == start)
    #expect(Env.date() == start + seconds)
    #expect(Env.date() == start + seconds)
  }

  @Test func `the clock goes over a change of summer time`() {
    Env.fail(\.date, with: .summerTime)
    // In November, Chicago has no summer time; the next change is that to it.
    let zone = Env.timeZone()
    #expect(zone.isDaylightSavingTime(for: Env.date()))
  }

  @Test func `the user travels`() {
    Env.fail(\.timeZone, call: 2, with: .otherTimeZone)
    #expect(Env.timeZone().identifier == "America/Chicago")
    #expect(Env.timeZone().secondsFromGMT(for: .distantFuture) == 20_700)
    #expect(Env.calendar().timeZone.secondsFromGMT(for: .distantFuture) == 20_700)
  }

  @Test func `the user chooses another language`() {
    Env.fail(\.locale, with: .otherLocale)
    #expect(Env.locale().identifier == "ar_EG")
    #expect(Env.calendar().locale?.identifier == "ar_EG")
    #expect(Env.numberFormatter { _ in }.string(from: 1) == "١")
  }

  @Test func `a calendar is of the place to which its own fault brings the user`() {
    Env.fail(\.calendar, call: 2, with: .otherTimeZone)
    #expect(Env.calendar().timeZone.identifier == "America/Chicago")
    #expect(Env.calendar().timeZone.secondsFromGMT(for: .distantFuture) == 20_700)
  }

  @Test func `a formatter is of the place to which its own fault brings the user`() {
    Env.fail(\.dateFormatter, with: .otherTimeZone)
    #expect(Env.dateFormatter { $0.dateFormat = "HH:mm" }.string(from: Env.date()) == "14:30")
    Env.fail(\.numberFormatter, call: 2, with: .otherLocale)
    #expect(Env.numberFormatter { _ in }.string(from: 1) == "1")
    #expect(Env.numberFormatter { _ in }.string(from: 1) == "١")
  }

  @Test func `a sleep is late`() async throws {
    Env.fail(\.scheduler, with: .late)
    try await Env.sleep(for: .seconds(1))
    #expect(Env.clock.now.offset == .seconds(6))
    try await Env.sleep(for: .seconds(1))
    #expect(Env.clock.now.offset == .seconds(7))
  }

  @Test func `scheduled work is late`() async throws {
    Env.fail(\.scheduler, with: .late)
    let times = Locked<[Duration]>([])
    Env.scheduler().schedule(every: .seconds(1)) { times.withLock { $0.append(Env.clock.now.offset) } }
    try await Env.sleep(for: .seconds(7.5))
    #expect(times.withLock { $0 } == [.seconds(6), .seconds(7)])
  }

  // MARK: Own endpoints

  @Test func `an own endpoint fails as its declaration says`() throws {
    Env.fail(\.submit, call: 2)
    try Env.submit("1")
    #expect(throws: SubmitError.self) { try Env.submit("2") }
    try Env.submit("3")
  }
}

private struct SubmitError: Error {}

extension EnvironmentEndpoints {
  fileprivate var submit: EnvironmentEndpoint<@Sendable (String) throws -> Void> {
    EnvironmentEndpoint(live: { _ in }, mock: { _ in }, failing: { _ in throw SubmitError() })
  }
}
