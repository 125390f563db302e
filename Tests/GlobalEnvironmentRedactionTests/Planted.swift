/// Secrets at the usual places, each with a value of its own in place of `§`.
struct Planted: Sendable {
  let text: String
  let secret: String
  var type = ""

  private static func each(_ texts: [String], _ secret: (Int) -> String, type: String = "") -> [Planted] {
    texts.enumerated().map { number, text in
      let secret = secret(number)
      return Planted(text: text.replacing("§", with: secret), secret: secret, type: type)
    }
  }

  /// What looks made up, as most secrets do.
  private static func made(_ kind: String) -> (Int) -> String {
    { "\(kind)x7Q\($0)pl4nt\($0 * 7 + 3)Zw9" }
  }

  static let json = each(
    [
      #"{"sessionId":"§"}"#, #"{"ssn":"§"}"#, #"{"user":{"pass":"§"}}"#, #"{"refreshToken": "§"}"#,
      #"{"privateKey":"§"}"#,
      #"{"clientSecret":"§","id":4}"#, #"{"name":"DB_PASSWORD","value":"§"}"#, #"[{"key":"apiKey","value":"§"}]"#,
      #"{"auths":{"registry":{"auth":"§"}}}"#, #"{"cvv":"§"}"#, #"{"cardNumber":"§"}"#, #"{"mnemonic":"§"}"#,
      #"{"recoveryCodes":["§"]}"#, #"{"session":"§"}"#, #"{"connectionString":"Server=a;Password=§"}"#,
      #"{"body":"{\"sessionId\":\"§\"}"}"#, #"{"xml":"<password>§</password>"}"#, #"{"userPIN":"§"}"#, #"{"pw":"§"}"#,
      #"{"headers":{"x-session":"§"}}"#, #"{"githubPat":"§"}"#, #"{"dsn":"https://§@sentry.example.com/4"}"#,
      #"{"securityAnswer":"§"}"#, #"{"contraseña":"§"}"#, #"{"private_key_data":"§"}"#,
    ], made("j"), type: "application/json")

  static let forms = each(
    [
      "user=ann&pass=§", "pin=§&a=1", "code=§&state=1", "sessionId=§", "user[pass]=§", "grant_type=password&pw=§",
      "sid=§",
      "card_number=§&page=2", "key=§", "auth=§", "SAMLResponse=§&a=1", "пароль=§", "senha=§", "cc-number=§",
    ], made("f"), type: "application/x-www-form-urlencoded")

  static let queries = each(
    [
      "key=§", "sig=§", "auth=§", "session=§", "pass=§", "sid=§", "apikey=§", "X-Amz-Signature=§", "code=§", "ticket=§",
      "client_secret=§", "id_token=§",
    ], made("q"))

  static let paths = each(["v1/keys/§/list", "reset/token/§", "sessions/§", "a;pass=§/b", "apikey/§"], made("p"))

  static let headers = each(
    [
      "X-Session", "X-Session-Id", "X-Auth", "X-Auth-Token", "Api-Key", "X-Goog-Api-Key", "PRIVATE-TOKEN",
      "X-CSRF-Token",
      "X-Access-Token", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Vault-Token", "X-Hub-Signature",
      "X-Amz-Security-Token",
    ].map { "\($0): §" }, made("h"))

  static let markup = each(
    [
      "<login><user>ann</user><password>§</password></login>", #"<user name="ann" password="§"/>"#,
      "<soap:Body><wsse:Password Type=\"a\">§</wsse:Password></soap:Body>", "<a><secret><![CDATA[§]]></secret></a>",
      "<dict><key>password</key><string>§</string></dict>",
      "<dict>\n<key>authToken</key>\n\t<string>§</string>\n</dict>",
      #"<add key="ApiKey" value="§"/>"#, #"<property name="db.password" value="§"/>"#,
      #"<entry key="password">§</entry>"#,
      #"<input type="hidden" name="csrf_token" value="§">"#, #"<meta name="csrf-token" content="§">"#,
      "<session><token><value>§</value></token></session>", "<sessionId>§</sessionId>",
      "<server><pass>§</pass></server>",
      "<member><name>password</name><value><string>§</string></value></member>",
      "<init-param><param-name>apiKey</param-name><param-value>§</param-value></init-param>",
      "<dict><key>keys</key><dict><key>apiKey</key><string>§</string></dict></dict>",
    ], made("m"), type: "application/xml")

  /// What is on a line of its own, in a mark, an output or a file.
  static let lines = each(
    [
      "password = §", "pass: §", "[db]\npass=§", "export DB_PASS=§", "GITHUB_PAT=§", "DB_PASS='§'", "db.password=§",
      "machine example.com login ann password §", "//registry.example.com/:_authToken=§", "password: |\n  §\nuser: ann",
      "- name: API_TOKEN\n  value: §", "client-key-data: §", "tool --pass=§", "tool --password § --verbose",
      "curl -u ann:§ host",
      "curl --user ann:§ host", "id,user,password\n1,ann,§\n2,bob,x", "name;pin;age\nann;§;4", "user\ttoken\nann\t§",
      "password is §", "The session token was § then", "signed in with pass §", "got session id=§", "sessionId=§",
      "token §.",
      "secret_key_base: §", "SECRET_KEY_BASE=§", "PGPASSWORD=§ psql", "MYSQL_PWD=§", "STRIPE_KEY=§",
      "postgres://ann:§@db/x",
      "redis://:§@cache:6379", "https://§:x-oauth-basic@example.com/a.git", "amqps://a:§@mq", "{'sessionId': '§'}",
      "Session(id: 4, pass: \"§\")", "api_key = \"§\"", "auth_token: '§'", "Set-Cookie: a=§; Path=/", "Cookie: sid=§",
      "Authorization: Bearer §", "X-Api-Key: §", "sent Bearer § to it", "userPIN = §", "ACCESS_KEY: §", "key1=a&pass=§",
      "passphrase=§", "[remote]\n\turl = https://ann:§@example.com/a.git", "let token = \"§\"", "_auth=§",
      "token:§", "got apikey:§, sent it", "token\t§", "token -> §", "password := \"§\"", "Your password is: §",
      "[auth] signed in with token §", "[token] §", "config[\"token\"] = \"§\"", "define('DB_PASSWORD', '§');",
      "tool --from-literal=password=§", "headers={Authorization=[Bearer §]}", "user|password\nann|§",
      "token : §", "token (§)", "setToken('§')", "\"token\",\"§\"", #"{"message":"signed in with pass §"}"#,
      #"{"message":"token:§"}"#, #"{"message":"[auth] token -> §"}"#,
      "| user | password |\n|---|---|\n| ann | § |", "APP_API_KEY_CONTENT=§",
    ], made("t"))

  /// What is secret whatever its name.
  static let shapes: [Planted] = {
    let tail = "q7Zx0Lm3Pn8Vb2Kc5Jd9Hf4Gs6Wa1Te3Yr5Ui7"
    let keys = [
      "AKIAIOSFODNN7PLANTED", "ghp_\(tail)", "github_pat_11ABCDE0Y0\(tail)_\(tail)", "sk_live_\(tail)",
      "sk_test_4eC39HqLyjWDarj",
      "xoxb-1234567890-\(tail)", "AIzaSy\(tail.prefix(33))", "glpat-\(tail.prefix(20))", "npm_\(tail)",
      "SG.\(tail.prefix(22)).\(tail)z9", "whsec_\(tail)", "shpat_0123456789abcdef0123456789abcdef", "hf_\(tail)",
      "ya29.\(tail)", "sk-proj-\(tail)", "sk-ant-api03-\(tail)", "pypi-AgEI\(tail)", "dop_v1_\(tail)",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
      "MIIEpAIBAAKCAQEA\(tail)", "https://hooks.slack.com/services/T00000000/B00000000/\(tail)",
      "bot123456789:AA\(tail)", "GOCSPX-\(tail.prefix(28))", "gsk_\(tail)", "sbp_\(tail)", "r8_\(tail.prefix(37))",
    ]
    return keys.enumerated().map { number, key in
      let text =
        key.hasPrefix("MIIE")
        ? "-----BEGIN RSA PRIVATE KEY-----\n\(key)\n-----END RSA PRIVATE KEY-----" : "uses \(key) now"
      return Planted(text: text, secret: key.hasPrefix("https") || key.hasPrefix("bot") ? tail : key)
    }
  }()
}
