// audit:allow-file process, descriptors, files – this is about how the test process itself ends.

import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

/// What the process says when it ends in the middle of a test: which one, and under which faults. It is said on the standard
/// error, and once more by the next run.
enum LastWords {

  /// Runs `body`. If the process ends before that has returned, its last words are `text`.
  static func during<Result>(_ text: String, _ body: () async throws -> Result) async rethrows -> Result {
    guard let table = page, let slot = free.withLock({ $0.popLast() }) else { return try await body() }
    let bytes = [running] + text.utf8.prefix(size - 2) + [0]
    table.advanced(by: slot * size).update(from: bytes, count: bytes.count)
    defer {
      table[slot * size] = 0
      free.withLock { $0.append(slot) }
    }
    SignalStack.prepare()
    return try await $slot.withValue(slot, operation: body)
  }

  /// What a process says that ends in a test, which `command` repeats.
  static func text(_ command: String) -> String { "error: The process ended while this test ran:\n  \(command)\n" }

  /// Adds a line to the words of the running code, where it has any.
  static func add(_ line: String) {
    guard let slot, let text = page?.advanced(by: slot * size) else { return }
    let used = strlen(text)
    let bytes = Array("  \(line)\n".utf8.prefix(size - 1 - used)) + [0]
    text.advanced(by: used).update(from: bytes, count: bytes.count)
  }

  /// Whether words are set for the running code.
  static var areSet: Bool { slot != nil }

  /// Says what ran: the words of the running code, or those of all tests that run where it belongs to none.
  ///
  /// A signal handler may call it: it takes no lock and no memory.
  static func say() {
    guard let page else { return }
    for place in slot.map({ $0..<($0 + 1) }) ?? 0..<count where page[place * size] != 0 {
      let text = page + place * size + 1
      _ = write(STDERR_FILENO, text, strlen(text))
      if slot != nil { page[place * size] = ended }
    }
  }

  /// Called when the process ends by itself: says what still runs, or removes the file when nothing does.
  static func finish() {
    guard isUsed.withLock({ $0 }) else { return }
    if free.withLock({ $0.count == count }) { unlink(path) } else { say() }
  }

  // MARK: Where the words are

  /// The number of tests that have words at the same time.
  private static let count = 64
  /// The most bytes of one text, with the byte before it, which is 0 where there is none.
  private static let size = 2_048
  private static let running: UInt8 = 1
  /// The process has ended in this test; the next run need not name the others, which go on until it is gone.
  private static let ended: UInt8 = 2
  /// Where the words of the running code begin, in slots of `size` bytes.
  @TaskLocal private static var slot: Int?
  private static let free = Locked(Array(0..<count))
  private static let isUsed = Locked(false)

  /// The folder of the file; that of the test program, unless a test of this type has chosen another.
  static let folder = Locked(URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent())
  private static let prefix = ".last-words-"
  private static let path = folder.withLock { $0.appending(component: "\(prefix)\(getpid())").path }

  /// The words, in a file that outlives the process, or in memory where that cannot be made; set up at the first use.
  ///
  /// `nonisolated(unsafe)` holds because each slot has one owner at a time, and only the end of the process reads others.
  /// It may see the bytes of a text in any order: the last byte of a slot is always 0.
  nonisolated(unsafe) private static let page: UnsafeMutablePointer<UInt8>? = {
    isUsed.replace(with: true)
    for words in takeWords(in: folder.withLock { $0 }) {
      Environment.live.standardError("note: An earlier run of these tests has not come to its end.\n\(words)")
    }
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { watch(signal) }
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    defer { if file >= 0 { close(file) } }
    let isKept = file >= 0 && ftruncate(file, off_t(count * size)) == 0
    let kind = isKept ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS
    let page = mmap(nil, count * size, PROT_READ | PROT_WRITE, kind, isKept ? file : -1, 0)
    return page == MAP_FAILED ? nil : page?.assumingMemoryBound(to: UInt8.self)
  }()

  /// Removes the words of processes that have ended, and returns them.
  static func takeWords(in folder: URL) -> [String] {
    // The URL of a link lists nothing.
    let folder = folder.resolvingSymlinksInPath()
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.flatMap { file -> [String] in
      guard file.lastPathComponent.hasPrefix(prefix),
        let process = pid_t(file.lastPathComponent.dropFirst(prefix.count)), process > 0,
        kill(process, 0) != 0, errno == ESRCH,
        let data = try? Data(contentsOf: file), (try? FileManager.default.removeItem(at: file)) != nil
      else { return [] }
      let texts = stride(from: 0, to: data.count, by: size).map { data[$0...].prefix(size).prefix { $0 != 0 } }
      let told = texts.contains { $0.first == ended } ? texts.filter { $0.first == ended } : texts
      return told.filter { !$0.isEmpty }.map { String(decoding: $0.dropFirst(), as: UTF8.self) }
    }
  }

  // MARK: Signals

  #if os(Linux)
    /// What was to happen at each signal before; `nonisolated(unsafe)` holds because it is written once, before the handlers.
    nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    private static func watch(_ signal: Int32) {
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      action.__sigaction_handler.sa_handler = { signal in
        LastWords.say()
        sigaction(signal, LastWords.before + Int(signal), nil)
        // What has failed fails again; but `abort` would not come back here.
        if signal == SIGABRT { raise(signal) }
      }
      sigaction(signal, nil, before + Int(signal))
      sigaction(signal, &action, nil)
    }
  #else
    private static func watch(_ signal: Int32) {
      _ = Foundation.signal(signal) { signal in
        LastWords.say()
        _ = Foundation.signal(signal, SIG_DFL)
        if signal == SIGABRT { raise(signal) }
      }
    }
  #endif
}
