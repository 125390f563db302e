// audit:allow-file process, files – who and where the process is, to keep that out of what it writes.

import Foundation

extension Hider {
  /// What stands for the home folder, the user and the host.
  package static let home = "~"
  static let user = "<user>"
  static let host = "<host>"

  /// Hides where this process runs, and whose it is.
  package func hidePerson() {
    hide(home: NSHomeDirectory())
    hide(user: NSUserName())
    hide(host: ProcessInfo.processInfo.hostName)
  }

  /// Puts `~` in place of a home folder; not of one that many systems have.
  package func hide(home path: String) {
    let parts = path.split(whereSeparator: { "/\\".contains($0) })
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    if parts.count > 1 || path == "/root" { book.add(personal: path, as: Self.home) }
    // `/Users/ann`
    if parts.count == 2, ["Users", "home"].contains(parts[0]) { hide(user: String(parts[1])) }
  }

  /// Puts `<user>` in place of a user's name, but not of an everyday word.
  package func hide(user name: String) {
    if name.utf8.count > 4, !Self.usualUsers.contains(name.lowercased()) { book.add(personal: name, as: Self.user) }
  }

  /// Puts `<host>` in place of a host's name, but not of an everyday word.
  package func hide(host name: String) {
    let isUnusual = name.contains { $0.isNumber || $0 == "-" || $0 == "." } || name.utf8.count > 11
    guard name.utf8.count > 3, isUnusual, !name.hasPrefix("localhost"), name != "127.0.0.1" else { return }
    book.add(personal: name, as: Self.host)
    // `anns-mac` of `anns-mac.local`.
    let short = name.prefix { $0 != "." }
    if short.utf8.count < name.utf8.count { hide(host: String(short)) }
  }

  /// An environment variable that tells one of them.
  package func hide(person value: String, ofVariable name: String) {
    switch name.uppercased() {
    case "HOME", "USERPROFILE": hide(home: value)
    case "USER", "LOGNAME", "USERNAME": hide(user: value)
    case "HOSTNAME", "COMPUTERNAME", "HOST": hide(host: value)
    default: break
    }
  }

  /// Accounts of systems, and words that are names, too.
  private static let usualUsers: Set = [
    "admin", "administrator", "ubuntu", "debian", "fedora", "centos", "runner", "mobile", "guest", "system",
    "daemon", "nobody", "default", "developer", "vagrant", "docker", "jenkins", "gitlab", "github", "circleci",
    "travis", "service", "server", "postgres", "mysql", "apache", "nginx", "builder", "build", "tester", "testing",
    "swift", "xcode", "codespace", "vscode", "ec2-user", "www-data", "public", "private", "shared", "local",
    "users", "person", "owner", "backup", "deploy", "worker", "grace", "faith", "angel", "chase", "hunter", "mason",
    "carter", "taylor", "parker", "cooper", "summer", "autumn", "robin", "frank", "april", "heaven", "victor",
    "chance", "brook", "brooks", "stone", "woods", "baker", "miller", "potter", "price", "banks", "field", "fields",
    "green", "brown", "white", "black", "young", "short", "small", "strong", "sharp", "power", "powers", "rivers",
    "knight", "bishop", "prince", "major", "marshal", "judge", "dolly", "misty", "sandy", "stormy", "crystal",
    "diamond", "pearl", "amber", "ginger", "olive", "violet", "daisy", "heather", "holly", "jasmine", "poppy",
  ]
}
