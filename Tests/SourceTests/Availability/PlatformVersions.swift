/// A version of each of some platforms, by their names in small letters.
struct PlatformVersions: Hashable, CustomStringConvertible {
  private var versions: [String: Version] = [:]

  /// Two numbers; a third tells nothing here.
  struct Version: Hashable, Comparable, CustomStringConvertible {
    var major: Int
    var minor: Int

    init(_ text: Substring) {
      let numbers = text.split(separator: ".").map { Int($0) ?? 0 }
      (major, minor) = (numbers.first ?? 0, numbers.dropFirst().first ?? 0)
    }

    static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }

    var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
  }

  /// The platforms of this package. Where a symbol names no visionOS, that has what iOS had when it came.
  static let platforms = ["macos", "ios", "tvos", "watchos", "visionos"]

  subscript(platform: some StringProtocol) -> Version? {
    get { versions[platform.lowercased()] }
    set { versions[platform.lowercased()] = newValue }
  }

  init() {}

  /// The platforms and versions of a list such as `macOS 15, iOS 18.4, *`.
  init(list: some StringProtocol) {
    for match in String(list).matches(of: /([A-Za-z]+)\s+([0-9.]+)/) { self[match.1] = Version(match.2) }
  }

  /// Those of `needed` for which neither `self` nor `floor` is enough.
  func lacking(of needed: PlatformVersions, floor: PlatformVersions) -> PlatformVersions {
    var lacking = PlatformVersions()
    for platform in Self.platforms {
      guard let version = needed[platform], let lowest = floor[platform] else { continue }
      if max(lowest, self[platform] ?? lowest) < version { lacking[platform] = version }
    }
    return lacking
  }

  /// Whether a symbol that has these was there before one that has the others, on each platform.
  func isOlder(than other: PlatformVersions) -> Bool {
    let isNowhereNewer = Self.platforms.allSatisfy { name in
      self[name].map { own in other[name].map { own <= $0 } ?? false } ?? true
    }
    return isNowhereNewer && self != other
  }

  var isEmpty: Bool { versions.isEmpty }

  var description: String {
    Self.platforms.compactMap { name in versions[name].map { "\(name) \($0)" } }.joined(separator: ", ")
  }
}
