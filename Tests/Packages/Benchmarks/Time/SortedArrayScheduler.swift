/// A test scheduler as most are: an array that is sorted again for each block that is scheduled, and for each that runs.
///
/// It has no lock, keeps no place and no task name, and cannot cancel, so that it never does more than a virtual time does.
struct SortedArrayScheduler {
  private var now = Duration.zero
  private var nextSequence = 0
  private var blocks: [(deadline: Duration, sequence: Int, work: @Sendable () -> Void)] = []

  mutating func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    blocks.append((now + delay, nextSequence, work))
    nextSequence += 1
    sort()
  }

  mutating func advance(by duration: Duration) {
    let end = now + duration
    while let first = blocks.first, first.deadline <= end {
      now = first.deadline
      blocks.removeFirst()
      first.work()
      // What the block has scheduled may be due before what is left.
      sort()
    }
    now = end
  }

  private mutating func sort() {
    blocks.sort { ($0.deadline, $0.sequence) < ($1.deadline, $1.sequence) }
  }
}
