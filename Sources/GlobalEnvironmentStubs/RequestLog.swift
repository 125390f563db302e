/// The requests that a mock was sent, up to a limit: beyond it the oldest are forgotten.
struct RequestLog: Sendable {
  /// How many requests were sent, forgotten ones included.
  private(set) var total = 0
  private var kept: [SentRequest?] = []
  /// How many at the beginning of `kept` are forgotten.
  private var forgotten = 0
  private var bytes = 0

  static let maximalCount = 10_000
  static let maximalBytes = 64 << 20

  /// What is kept, the oldest first.
  var requests: [SentRequest] { kept[forgotten...].compactMap { $0 } }

  /// Those of `numbers` that are kept, the oldest first.
  func requests(_ numbers: [Int]) -> [SentRequest] {
    let first = total - kept.count
    return numbers.sorted().compactMap { $0 < first ? nil : kept[$0 - first] }
  }

  /// Adds a request, whose number is the total so far, and returns what is forgotten for it, which must be released outside
  /// the lock.
  mutating func append(_ request: SentRequest) -> [SentRequest] {
    total += 1
    bytes += request.body.count
    kept.append(request)
    var old: [SentRequest] = []
    while kept.count - forgotten > Self.maximalCount || bytes > Self.maximalBytes && kept.count - forgotten > 1 {
      guard let oldest = kept[forgotten].take() else { break }
      bytes -= oldest.body.count
      old.append(oldest)
      forgotten += 1
    }
    if forgotten > Self.maximalCount {
      kept.removeFirst(forgotten)
      forgotten = 0
    }
    return old
  }
}
