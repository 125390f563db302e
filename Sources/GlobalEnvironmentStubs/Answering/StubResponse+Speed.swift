extension StubResponse {

  /// How fast a body comes, with presets for known networks.
  public struct Speed: Sendable, Hashable {
    /// How many bytes come in a second.
    let bytesPerSecond: Int

    /// This many bytes in a second.
    public static func bytesPerSecond(_ count: Int) -> Speed { Speed(bytesPerSecond: count) }

    /// 56 kbit/s: 7,000 bytes in a second.
    public static var gprs: Speed { .bytesPerSecond(7_000) }

    /// 128 kbit/s: 16,000 bytes in a second.
    public static var edge: Speed { .bytesPerSecond(16_000) }

    /// 3.2 Mbit/s: 400,000 bytes in a second.
    public static var threeG: Speed { .bytesPerSecond(400_000) }

    /// 12 Mbit/s: 1,500,000 bytes in a second.
    public static var wifi: Speed { .bytesPerSecond(1_500_000) }
  }

  /// The same with a body that comes at this speed, in the time of the mock: `.file("photo.png").pace(.edge)`.
  ///
  /// It comes in about ten parts a second; a slow one byte by byte.
  public func pace(_ speed: Speed) -> StubResponse {
    // A gigabyte a second is the fastest.
    let count = min(speed.bytesPerSecond, 1_000_000_000)
    // At less than ten bytes a second, each byte has its own moment.
    return count < 10
      ? pace(bytes: min(count, 1), every: count > 0 ? .nanoseconds(1_000_000_000 / count) : .zero)
      : pace(bytes: count / 10, every: .nanoseconds(Int64(count / 10) * 1_000_000_000 / Int64(count)))
  }
}
