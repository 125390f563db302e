/// The requests that a mock was sent, up to a limit: beyond it the oldest are forgotten.
struct RequestLog: Sendable {
  /// How many requests were sent, forgotten ones included.
  private(set) var total = 0
  private var kept: [SentRequest] = []
  /// How many at the beginning of `kept` are forgotten.
  private var forgotten = 0
  private var bytes = 0
  /// The requests that each stub answered, which holds the stub: as numbers, counted from the first one that was sent.
  private var answered: [ObjectIdentifier: Numbers] = [:]

  static let maximalCount = 10_000
  static let maximalBytes = 64 << 20

  /// What is kept, the oldest first.
  ///
  /// Where nothing is forgotten, that is the list itself, and no copy.
  var requests: [SentRequest] { forgotten == 0 ? kept : Array(kept[forgotten...]) }

  /// What is kept of the requests that `stub` answered, the oldest first.
  func requests(of stub: Stub) -> [SentRequest] {
    let first = total - kept.count
    return answered[ObjectIdentifier(stub)]?.kept.map { kept[$0 - first] } ?? []
  }

  /// Adds a request, and returns what is forgotten for it, which must be released outside the lock.
  mutating func append(_ request: SentRequest) -> [SentRequest] {
    if let stub = request.answeringStub { answered[ObjectIdentifier(stub), default: Numbers()].append(total) }
    total += 1
    bytes += request.body.count
    kept.append(request)
    var old: [SentRequest] = []
    while kept.count - forgotten > Self.maximalCount || bytes > Self.maximalBytes && kept.count - forgotten > 1 {
      let oldest = kept[forgotten]
      kept[forgotten] = .forgotten
      bytes -= oldest.body.count
      old.append(oldest)
      forgotten += 1
      if let stub = oldest.answeringStub, answered[ObjectIdentifier(stub)]?.forgetFirst() == true {
        answered[ObjectIdentifier(stub)] = nil
      }
    }
    if forgotten > Self.maximalCount {
      kept.removeFirst(forgotten)
      forgotten = 0
    }
    return old
  }

  /// Numbers that come in order, and go in the same one.
  private struct Numbers {
    private var all: [Int] = []
    private var forgotten = 0

    var kept: ArraySlice<Int> { all[forgotten...] }

    mutating func append(_ number: Int) { all.append(number) }

    /// - Returns: Whether none is left.
    mutating func forgetFirst() -> Bool {
      forgotten += 1
      if forgotten > 64, forgotten > all.count / 2 {
        all.removeFirst(forgotten)
        forgotten = 0
      }
      return forgotten == all.count
    }
  }
}
