import GlobalEnvironmentRedaction
import Testing

/// Text that speaks of secrets and holds none.
@Suite struct OrdinaryTextTests {
  static let lines = """
    Boarding pass: 27A
    pass 3 of 10 is done
    All tests pass: 128 of 128
    pass=12 fail=0 skip=3
    {"pass": 12, "fail": 3}
    {"pass": true, "key": "home.title"}
    The key is under the mat
    press any key to go on
    key: up
    key=left&pin=12
    Primary key: id
    foreign_key: user_id
    sort_key: name
    sorted(by: \\.key)
    for (key, value) in pairs
    hotkey: cmd+k
    key = value
    {"key": "theme", "value": "dark"}
    pin 7 is high
    pin: 13
    pin=left
    pinned: true
    GPIO pin = 17
    He dropped a pin on the map
    session 12 of 40 began at 10:30
    Session: Swift concurrency, in hall 3
    session_count=5
    session=morning
    sessions: 42
    The session was closed
    session timeout: 30 minutes
    {"session": "morning", "room": "12b"}
    token_type: bearer
    {"token_type": "Bearer", "expires_in": 3600}
    max_tokens: 100
    {"max_tokens": 4096, "tokens": 512}
    tokens: 512
    Unexpected token: }
    Unexpected token } in JSON at position 12
    the token is expired
    token: expired
    Token refreshed
    tokenizer=wordpiece
    Password must have 8 characters
    password: required
    Please enter your password
    passwordPolicy=eight letters
    password reset was asked for
    Forgot your password? See https://example.com/help
    secretary: Ann Smith
    It is no secret that tea is better
    Victoria's Secret opened a shop
    The secret of the garden
    compass=north
    bypass: true
    passenger=Ann
    passport: needed
    passing: 3
    pass_rate=0.98
    trespass: no
    keyboard=qwertz
    keynote: 9:00
    monkey=banana
    key_size=2048
    keyPath: name
    author: Jane Doe
    authors=3
    authority=local
    auth: ok
    authenticated=true
    authorizationStatus: granted
    Photo authorization: granted
    signature: (Int) -> String
    The signature of f is (Int)
    signed: true
    code: 404
    status_code=200
    error code 0x80070005
    country_code=DE
    {"code": "not_found", "message": "No such list"}
    zip code: 60614
    source code of version 2
    https://example.com/?code=200&key=name
    https://example.com/session/12
    https://example.com/keys/home
    https://example.com/list?page=2&sort_key=date
    GET /sessions/2024-11-05 200
    GET /pass/27 404 12 ms
    open the ticket 1234
    license: MIT
    nonce is a number used once
    cookie: chocolate
    Cookies are small files
    <p>The password is wrong</p>
    <key>name</key><string>Ann</string>
    <label for="password">Password</label>
    <item key="1" value="milk"/>
    <session id="12">Keynote</session>
    <pass>27A</pass>
    name,key,age
    id;pass;fail
    commit 3f2a9c1b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a
    id 123e4567-e89b-12d3-a456-426614174000
    sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    version 1.2.3-beta.4+build.567
    2024-11-05T10:00:00Z session started
    user=ann id=4 took=12ms
    Server=a;Timeout=1
    let pass = passes.first
    if key == nil { return }
    func pass(_ key: String)
    case pin, session, key
    self.session = session
    let token = try await refresh()
    var password: String
    password: String
    password = nil
    env: PATH=/usr/bin
    PWD=/home/ann/app
    SSH_AUTH_SOCK=/tmp/agent.12
    --key name --verbose
    --password-file /run/secrets/db
    usage: tool --token TOKEN
    --pass
    BASIC instructions for 10 PRINT
    The bearer of this letter
    {"hasPassword":true,"tokenCount":3}
    <input type="password" name="q"> Show it
    <input type="password" name="q" placeholder="Password">
    <name>token</name><description>a word of text</description>
    values["token"] = count
    put("key", "home")
    token -> identifier
    key := "home"
    pass|fail|skip
    | key | action |
    key:value
    token:word
    pass:12
    [token] refreshed
    [key] home.title2
    --set=pass=3
    -----BEGIN CERTIFICATE-----
    """.split(separator: "\n").map(String.init)

  /// Each line as it is, in a log, in JSON and between others.
  static let all = lines.flatMap { line in
    let quoted = line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return [
      line, "2024-11-05 10:00:00 [info] \(line)", #"{"level":"info","message":"\#(quoted)"}"#, "# \(line), and so on",
    ]
  }

  @Test func `JSON with an element that has no end is JSON`() {
    let text = Hider(HiddenNames(hiding: [])).text(#"{"a":"<password>x7Q9pl4ntZw9","b":"<p>c"}"#)
    #expect(text == #"{"a":"<password>hidden.password.1","b":"<p>c"}"#)
  }

  @Test func `500 lines of ordinary text stay as they are`() {
    #expect(Self.all.count >= 480)
    let changed = Self.all.filter { line in
      let hider = Hider(HiddenNames(hiding: []))
      return hider.text(line) != line
    }
    #expect(changed == [], "\(changed.count) of \(Self.all.count) were changed")
  }
}
