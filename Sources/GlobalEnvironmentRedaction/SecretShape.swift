import Foundation

/// Secrets that show what they are, whatever their name: keys of large services, tokens in JSON, private keys, credentials.
///
/// The forms are those that the services document.
enum SecretShape {
  private struct Form {
    let beginning: String
    let name: String
    /// How many characters follow.
    let count: ClosedRange<Int>
    var hasCapitalsOnly = false

    init(_ beginning: String, _ name: String, _ count: ClosedRange<Int> = 16...512, hasCapitalsOnly: Bool = false) {
      (self.beginning, self.name, self.count, self.hasCapitalsOnly) = (beginning, name, count, hasCapitalsOnly)
    }
  }

  /// Each begins with four characters that hardly occur otherwise, or with three and any other.
  private static let forms: [Form] =
    [
      Form("AKIA", "aws_key", 16...16, hasCapitalsOnly: true), Form("ASIA", "aws_key", 16...16, hasCapitalsOnly: true),
      Form("github_pat_", "github_token", 20...255), Form("AIza", "google_key", 30...40),
      Form("ya29.", "google_token", 20...2_048), Form("1//0", "google_token", 30...255),
      Form("sk-ant-", "key", 16...255), Form("sk-proj-", "key", 16...255), Form("sk-", "key", 32...255),
      Form("SG.", "sendgrid_key", 30...90), Form("npm_", "npm_token", 30...60), Form("pypi-AgE", "pypi_token"),
      Form("hf_", "key", 30...60), Form("hvs.", "vault_token", 20...255), Form("whsec_", "webhook_secret"),
      Form("AGE-SECRET-KEY-1", "age_key", 20...80, hasCapitalsOnly: true), Form("key-", "key", 32...32),
      Form("PMAK-", "key", 30...80), Form("NRAK-", "key", 20...60), Form("ATATT3x", "key", 20...255),
      Form("dckr_pat_", "docker_token"), Form("rubygems_", "key", 30...80), Form("lin_api_", "key", 20...80),
      Form("figd_", "key", 20...80), Form("dop_v1_", "key", 30...80), Form("EAACEdEose0cBA", "facebook_token"),
      Form("sq0csp-", "square_key", 20...60), Form("sq0atp-", "square_key", 20...60),
      Form("AccountKey=", "key", 40...100),
      Form("sntrys_", "key", 20...512), Form("glsa_", "key", 20...80),
      Form("hooks.slack.com/services/", "webhook", 20...80),
      Form("discord.com/api/webhooks/", "webhook", 40...120), Form("xapp-", "slack_token"),
      Form("GOCSPX-", "google_secret", 20...60), Form("gsk_", "key", 30...80), Form("ntn_", "key", 30...80),
      Form("sbp_", "key", 30...80), Form("r8_", "key", 30...60), Form("phx_", "key", 30...80),
      Form("fo1_", "key", 30...255), Form("dp.pt.", "key", 30...80), Form("CFPAT-", "key", 30...80),
      Form("EZAK", "key", 40...80), Form("tfp_", "key", 30...80), Form("pat-na1-", "key", 30...60),
      Form("pat-eu1-", "key", 30...60), Form("dapi", "key", 32...40),
    ]
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { Form($0, "github_token", 20...255) }
    + ["sk_live_", "sk_test_", "rk_live_", "rk_test_"].map { Form($0, "stripe_key", 8...255) }
    + ["xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-", "xoxe-", "xoxc-", "xoxd-"].map { Form($0, "slack_token", 10...255) }
    + ["glpat-", "gldt-", "glrt-", "glptt-"].map { Form($0, "gitlab_token") }
    + ["shpat_", "shpca_", "shppa_", "shpss_"].map { Form($0, "shopify_token", 20...64) }

  private static let byBeginning: [UInt32: [Form]] = {
    var found: [UInt32: [Form]] = [:]
    for form in forms {
      for beginning in beginnings(of: form.beginning) { found[beginning, default: []].append(form) }
    }
    return found
  }()

  /// Four characters each, as they are in memory.
  static let beginnings: [UInt32] =
    Array(byBeginning.keys) + [special("----"), special("Bear"), special("bear"), special("Basi")]
    + beginnings(of: "eyJ") + (0...9).map { special("bot\($0)") }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func beginnings(of text: String) -> [UInt32] {
    let bytes = Array(text.utf8.prefix(4))
    return bytes.count == 4 ? [special(text)] : letters.map { word(bytes + [$0]) }
  }

  private static func special(_ text: String) -> UInt32 { word(Array(text.utf8.prefix(4))) }

  private static func word(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) } }

  /// The secret that begins at an index, and its name.
  static func found(at index: Int, in bytes: UnsafeRawBufferPointer) -> (range: Range<Int>, name: String)? {
    guard index + 4 <= bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
    func ranged(_ count: Int?, _ name: String, from offset: Int = 0) -> (range: Range<Int>, name: String)? {
      count.map { (index + offset..<index + $0, name) }
    }
    if rest.starts(with: "-----BEGIN ".utf8) { return ranged(privateKey(rest), "private_key") }
    guard isBeginning(index, in: bytes) else { return nil }
    if rest.starts(with: "eyJ".utf8) { return ranged(webToken(rest), "jwt") }
    if rest.starts(with: "bot".utf8), rest.count > 4, isDigit(rest[3]) {
      return ranged(bot(rest), "bot_token", from: 3)
    }
    if rest.starts(with: "Bearer ".utf8) || rest.starts(with: "bearer ".utf8) {
      let count = run(rest, from: 7, "._~+/=-")
      return count >= 12 && SecretForms.isMixed(rest[7..<7 + count]) ? ranged(7 + count, "bearer", from: 7) : nil
    }
    if rest.starts(with: "Basic ".utf8) {
      let text = String(decoding: rest[6..<6 + run(rest, from: 6, "+/=")], as: UTF8.self)
      let plain = text.utf8.count >= 8 ? Data(base64Encoded: text) : nil
      return plain?.contains(UInt8(ascii: ":")) == true ? ranged(6 + text.utf8.count, "basic", from: 6) : nil
    }
    for form in byBeginning[rest.loadUnaligned(as: UInt32.self)] ?? [] where rest.starts(with: form.beginning.utf8) {
      let start = form.beginning.utf8.count
      let others = form.beginning.hasSuffix("/") || form.beginning.hasSuffix("=") ? "_-/+=" : "_-."
      var count = run(rest, from: start, form.hasCapitalsOnly ? "" : others)
      while count > 0, rest[start + count - 1] == UInt8(ascii: ".") { count -= 1 }
      let tail = rest[start..<start + count]
      guard form.count.contains(count), !form.hasCapitalsOnly || tail.allSatisfy({ $0 < UInt8(ascii: "a") }),
        form.count.lowerBound == 8 || tail.contains(where: isDigit) || form.hasCapitalsOnly
      else { continue }
      return ranged(start + count, form.name)
    }
    return nil
  }

  /// Whether a word may begin there: behind no letter and digit, or behind an escape such as `\n` and `%3D`.
  private static func isBeginning(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard index > 0, isLetterOrDigit(bytes[index - 1]) else { return true }
    return index > 1 && bytes[index - 2] == UInt8(ascii: "\\") || index > 2 && bytes[index - 3] == UInt8(ascii: "%")
  }

  /// `-----BEGIN PRIVATE KEY-----` to its end; to the end of all where it has none.
  private static func privateKey(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let head = bytes[11...].prefix(80)
    let dashes = Array("-----".utf8)
    guard let end = head.indices.first(where: { head[$0...].starts(with: dashes) }) else { return nil }
    let kind = String(decoding: head[..<end], as: UTF8.self)
    guard kind.contains("PRIVATE") || kind.contains("SECRET") else { return nil }
    var index = end + 5
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: "-----END ".utf8) {
        var close = index + 9
        while close < bytes.count, !bytes[close...].starts(with: dashes) { close += 1 }
        return min(close + 5, bytes.count)
      }
      index += 1
    }
    return bytes.count
  }

  /// Three parts in the Base64 of URLs, the first of which begins as JSON does (RFC 7519); five, of one that is encrypted.
  private static func webToken(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var (count, parts) = (run(bytes, from: 0, "_-"), 1)
    guard count >= 12 else { return nil }
    while parts < 5, count < bytes.count, bytes[count] == UInt8(ascii: ".") {
      let part = run(bytes, from: count + 1, "_-")
      if part == 0 { break }
      (count, parts) = (count + 1 + part, parts + 1)
    }
    return parts > 1 ? count : nil
  }

  /// `bot123456789:AA…`, in the addresses of a messenger.
  private static func bot(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let number = bytes[3...].prefix(while: isDigit).count
    let colon = 3 + number
    guard number >= 6, colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    let count = run(bytes, from: colon + 1, "_-")
    return count >= 20 ? colon + 1 + count : nil
  }

  /// How many letters, digits and some others follow.
  private static func run(_ bytes: UnsafeRawBufferPointer, from start: Int, _ others: String) -> Int {
    var end = start
    while end < bytes.count, isLetterOrDigit(bytes[end]) || others.utf8.contains(bytes[end]) { end += 1 }
    return end - start
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
