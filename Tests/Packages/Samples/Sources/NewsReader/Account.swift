import GlobalEnvironment

/// The account at the server, which is known by a token.
enum Account {
  private static let name = "news.token"

  static func token() throws -> String? { try Env.secrets().readText(name) }
  static func logIn(token: String) throws { try Env.secrets().write(token, for: name) }
  static func logOut() throws { try Env.secrets().remove(name) }
}
