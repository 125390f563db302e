import Foundation
import GlobalEnvironmentFlight
import GlobalEnvironmentTesting
import Testing

/// What a program has written itself is no secret to it: a flight has only a placeholder.
@Suite struct ReplayedOwnValuesTests {

  @Test func `a default that the program has set is read again as it was set`() async throws {
    let values: [PropertyListValue] = ["abcdefgh", ["key": ["abcdefgh", true]], "x", 4_711]
    let program: @Sendable () -> [PropertyListValue?] = {
      values.map { value in
        Env.defaults().set(value, for: "apiToken")
        return Env.defaults().value(for: "apiToken")
      }
    }
    let world = try await RecordedWorld { #expect(program() == values) }
    #expect(try await world.replay(asksAll: true) { program() } == values)
  }

  @Test func `a default that another program has changed since is read as it was in the flight`() async throws {
    let world = try await RecordedWorld({ world in
      world.defaults = { [store = InMemoryDefaults()] in store }
    }) {
      Env.defaults().set("mine", for: "name")
      _ = Env.defaults().value(for: "name")
      Env.defaults().set("theirs", for: "name")
      _ = Env.defaults().value(for: "name")
    }
    try await world.replay(differences: .ignored) {
      Env.defaults().set("mine", for: "name")
      #expect(Env.defaults().value(for: "name") == "mine")
      Env.defaults().set("another", for: "name")
      #expect(Env.defaults().value(for: "name") == "theirs")
    }
  }

  @Test func `a file that the program has written is read again as it was written`() async throws {
    let file = URL(filePath: "/tmp/flight-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = #"{"user": "ada", "password": "pa55-w0rd"}"#
    let program: @Sendable () throws -> [String] = {
      try Env.files().write(text, to: file)
      let first = try Env.files().readText(file)
      try Env.files().append("\n" + text, to: file)
      return [first, try Env.files().readText(file)]
    }
    let world = try await RecordedWorld {
      let texts = try program()
      #expect(texts == [text, "\(text)\n\(text)"])
    }
    #expect(try await world.replay(asksAll: true) { try program() } == [text, "\(text)\n\(text)"])
  }

  @Test func `a file that the program has moved or copied is read again as it was written`() async throws {
    let files = InMemoryFiles()
    let (folder, new, copy) = (URL(filePath: "/keys"), URL(filePath: "/new"), URL(filePath: "/copy"))
    let text = #"{"user": "ada", "password": "pa55-w0rd"}"#
    let program: @Sendable () throws -> [String] = {
      try Env.files().createFolder(folder)
      try Env.files().write(text, to: folder.appending(component: "draft"))
      try Env.files().move(folder.appending(component: "draft"), to: folder.appending(component: "ada"))
      try Env.files().copy(folder.appending(component: "ada"), to: copy)
      try Env.files().move(folder, to: new)
      return [try Env.files().readText(new.appending(component: "ada")), try Env.files().readText(copy)]
    }
    let world = try await RecordedWorld({ $0.files = { files } }) {
      let texts = try program()
      #expect(texts == [text, text])
    }
    #expect(try await world.replay(asksAll: true) { try program() } == [text, text])
  }

  @Test func `a default, a suite and a secret whose names hold a secret are found again`() async throws {
    let program: @Sendable () throws -> [String] = {
      try Env.secrets().write("ada@example.com", for: "user")
      Env.defaults().set("3", for: "unread of ada@example.com")
      try Env.defaults().suite("ada@example.com").set("blue", for: "colour")
      try Env.secrets().write("c20ad4d7", for: "ada@example.com")
      return [
        "\(Env.defaults().value(for: "unread of ada@example.com") ?? "none")",
        "\(try Env.defaults().suite("ada@example.com").value(for: "colour") ?? "none")",
        try Env.secrets().readText("ada@example.com") ?? "none",
      ]
    }
    let (told, store) = (Locked<[String]>([]), InMemorySecrets())
    let world = try await RecordedWorld({ $0.secrets = { store } }) {
      told.replace(with: try program())
      _ = try await fetch("/last")
    }
    let again = try await world.replay(asksAll: true) {
      let texts = try program()
      _ = try await fetch("/last")
      return texts
    }
    #expect(again == told.withLock { $0 })
  }

  @Test func `secrets are known that a mark has told, or a file that could not be written`() async throws {
    let files = InMemoryFiles()
    let program: @Sendable () async throws -> Void = {
      Env.mark("logged in with token=hunter22-9bf31c7f")
      try? Env.files().write(#"{"password": "c20ad4d7-6fe97759"}"#, to: URL(filePath: "/missing/account.json"))
      Env.standardOutput("hunter22-9bf31c7f, c20ad4d7-6fe97759")
      _ = try await fetch("/last")
    }
    let world = try await RecordedWorld({ $0.files = { files } }, program)
    try await world.replay(asksAll: true) { try await program() }
  }

  @Test func `the error of the secret store is the one of the flight`() async throws {
    let program: @Sendable () -> SecretError? = {
      do {
        try Env.secrets().remove("")
        return nil
      } catch {
        return error as? SecretError
      }
    }
    let (told, store) = (Locked<SecretError?>(nil), InMemorySecrets())
    let world = try await RecordedWorld({ $0.secrets = { store } }) { told.replace(with: program()) }
    #expect(told.withLock { $0 } != nil)
    #expect(try await world.replay { program() } == told.withLock { $0 })
  }

  @Test func `what the program keeps in the secret store is sent and written again as it was`() async throws {
    let (files, secrets, text) = (InMemoryFiles(), InMemorySecrets(), "with correct horse 7")
    let program: @Sendable () async throws -> Void = {
      try Env.secrets().write("correct horse 7", for: "account")
      _ = try await fetch("/login", method: "POST", body: text)
      try Env.files().write(text, to: URL(filePath: "/notes"))
      Env.standardOutput(text)
    }
    let world = try await RecordedWorld({ world in
      world.files = { files }
      world.secrets = { secrets }
    }) {
      try await program()
    }
    try await world.replay(asksAll: true) { try await program() }
  }
}
