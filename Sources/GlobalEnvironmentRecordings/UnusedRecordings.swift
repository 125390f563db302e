import Foundation
import GlobalEnvironment
import GlobalEnvironmentWire

/// The recordings of this process, and which of their entries no request has asked for.
///
/// Where `ENV_RECORDINGS` is `unused`, the process lists them as it ends.
enum UnusedRecordings {
  /// By the path of a recording, and by the number of an entry: its request, in words.
  private static let entries = Locked<[String: [Int: String]]>([:])

  private static let endsWithProcess: Void = {
    // audit:allow process – nothing else says that no test asks any more.
    atexit {
      for line in UnusedRecordings.lines { Environment.live.standardError("\(line)\n") }
    }
  }()

  /// Notes that a test has opened a recording.
  static func open(_ path: String, _ answers: RecordedAnswers) {
    _ = endsWithProcess
    entries.withLock { entries in
      if entries[path] != nil { return }
      let all = answers.recorded.map { ($0.index, "\($0.key.method) \(UsualSecrets.hidden(in: $0.key.url))") }
      entries[path] = Dictionary(all) { first, _ in first }
    }
  }

  /// Notes that an entry has answered.
  static func ask(_ path: String, _ index: Int) { entries.withLock { $0[path]?[index] = nil } }

  /// What no test has asked for: entries, and other recordings beside those that tests have opened.
  static var lines: [String] {
    let entries = entries.withLock { $0 }
    let folders = Set(entries.keys.map { URL(filePath: $0).deletingLastPathComponent() })
    let files = folders.flatMap { (try? Environment.live.files().list($0)) ?? [] }.map(\.path)
    let others = files.filter { $0.hasSuffix(".har") && entries[$0] == nil }
    let unused = entries.sorted { $0.key < $1.key }.flatMap { path, entries in
      entries.sorted { $0.key < $1.key }.map { "\(path): no test has asked for log.entries[\($0)]: \($1)" }
    }
    return others.sorted().map { "\($0): no test has opened this recording" } + unused
  }
}
