import Foundation
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock))
struct InMemorySecretsTests {

  @Test func `a secret is kept until it is removed`() throws {
    #expect(try Env.secrets().read("token") == nil)
    try Env.secrets().write("first", for: "token")
    try Env.secrets().write("second", for: "token")
    #expect(try Env.secrets().readText("token") == "second")
    try Env.secrets().remove("token")
    try Env.secrets().remove("token")
    #expect(try Env.secrets().readText("token") == nil)
  }

  @Test(arguments: [0, 2, 1_000_000])
  func `a secret may be any bytes`(count: Int) throws {
    let secret = Data((0..<count).map { UInt8(truncatingIfNeeded: ~$0) })
    try Env.secrets().write(secret, for: "ключ 🗝")
    #expect(try Env.secrets().read("ключ 🗝") == secret)
  }

  @Test func `a slice comes back with indices from 0, as from a keychain`() throws {
    try Env.secrets().write(Data("Bearer abc".utf8).dropFirst(7), for: "token")
    #expect(try Env.secrets().read("token")?.indices == 0..<3)
  }

  @Test func `names are compared by their bytes, as in the keychain`() throws {
    let secrets = InMemorySecrets()
    try secrets.write("one scalar", for: "\u{E9}")
    try secrets.write("two scalars", for: "e\u{301}")
    #expect(try secrets.readText("\u{E9}") == "one scalar")
    #expect(secrets.names.map { Array($0.utf8) } == [[0x65, 0xCC, 0x81], [0xC3, 0xA9]])
    try secrets.remove("e\u{301}")
    #expect(try secrets.readText("e\u{301}") == nil)
    #expect(try secrets.readText("\u{E9}") == "one scalar")
  }

  @Test func `two mocks share no secret`() throws {
    let other = Environment.mock
    try Env.secrets().write("s3cret", for: "token")
    #expect(try other.secrets().read("token") == nil)
  }

  @Test func `a secret needs a name`() {
    let uses: [() throws -> Void] = [
      { _ = try Env.secrets().read("") }, { try Env.secrets().write("s3cret", for: "") },
      { try Env.secrets().remove("") },
    ]
    for use in uses {
      let error = #expect(throws: SecretError.self, performing: use)
      #expect(error?.description == #"The secret "": a secret needs a name. Give it one that is not empty."#)
    }
  }

  @Test func `bytes that are not text are an error that keeps them to itself`() throws {
    try Env.secrets().write(Data([0xFF]) + Data("s3cret".utf8), for: "key")
    let error = try #require(#expect(throws: SecretError.self) { try Env.secrets().readText("key") })
    #expect(error.description.contains(#""key": it is not UTF-8"#))
    #expect(!"\(error) \(error.localizedDescription)".contains("s3cret"))
  }

  @Test func `nothing prints a secret`() throws {
    let store = Env.secrets()
    try store.write("s3cret", for: "token")
    var dumped = ""
    dump(store, to: &dumped)
    dump(Env, to: &dumped)
    let printed = "\(store) \(String(reflecting: store)) \(dumped)"
    #expect(printed.contains("token"))
    #expect(!printed.contains("s3cret"))
    #expect(!printed.contains("6 bytes"))
  }

  @Test func `many threads may use secrets at once`() async throws {
    let store = Env.secrets()
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100 {
            try store.write("\(number)", for: "task \(task)")
            #expect(try store.readText("task \(task)") == "\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
