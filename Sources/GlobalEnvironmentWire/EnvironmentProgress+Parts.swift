package import GlobalEnvironment

extension EnvironmentProgress {

  /// Calls `progress` as if a body of `count` bytes were sent, in parts of 64 KB. An empty one has no parts.
  package static func send(_ count: Int, _ progress: Handler?) {
    guard let progress else { return }
    for sent in stride(from: 0, to: count, by: 64 << 10) {
      progress(EnvironmentProgress(completed: Int64(min(sent + 64 << 10, count)), total: Int64(count)))
    }
  }
}
