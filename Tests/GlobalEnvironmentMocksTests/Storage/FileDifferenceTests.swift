import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

/// The disk and memory, side by side: the same deeds, by chance, with the same outcome.
@Suite(.environment(.mock))
struct FileDifferenceTests {

  @Test(arguments: [0..<750, 750..<1_500] as [Range<UInt64>])
  func `the disk and memory do the same`(seeds: Range<UInt64>) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let difference = try FileDifference.first(in: folder, seeds: seeds, changesAccess: geteuid() != 0)
    #expect(difference == nil)
  }

  #if os(Linux)
    @Test(.enabled(if: geteuid() == 0, "Others have no more rights anyway."))
    func `the disk and memory do the same to somebody without rights`() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
        Env = .mock
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        print("difference:", try FileDifference.first(in: folder, seeds: 0..<750, changesAccess: true) ?? "none")
      }
      #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("difference: none"))
    }

    @Test(.enabled(if: geteuid() == 0, "Only root may make a small disk."))
    func `the disk and memory do the same when they are full`() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        Env = .mock
        try withSmallDisk { disk, _ in
          let difference = try FileDifference.first(
            in: disk, seeds: 0..<300, changesAccess: false, block: pageSize, capacity: 16 * pageSize)
          print("difference:", difference ?? "none")
        }
      }
      #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("difference: none"))
    }
  #endif
}

private func temporaryFolder() throws -> URL {
  // In the machine's memory where there is such a disk, which takes less time.
  let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
  let disk = access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
  // What a link leads to, so that no path has one.
  let folder = disk.resolvingSymlinksInPath()
    .appending(component: "Difference-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  return folder
}

/// Where the two worlds went different ways.
struct FileDifference: Equatable, CustomStringConvertible {
  var description: String

  /// Runs the sequence of deeds of each seed in both worlds, and returns the first difference.
  static func first(
    in folder: URL, seeds: Range<UInt64>, changesAccess: Bool, block: Int = 1, capacity: Int? = nil
  ) throws -> FileDifference? {
    let memory = InMemoryFiles()
    memory.capacity = capacity
    let top = folder.appending(component: "top", directoryHint: .isDirectory)
    try memory.createFolder(top, withParents: true)
    let empty = memory.tree.withLock { $0 }
    for seed in seeds {
      memory.tree.withLock { $0 = empty }
      try FileManager.default.createDirectory(at: top, withIntermediateDirectories: false)
      var run = try FileRun(in: top, memory: memory, comparesDates: seed % 8 == 0)
      var deeds = FileDeeds(in: top, seed: seed, changesAccess: changesAccess, block: block)
      var done: [FileDeed] = []
      for number in 0..<8 {
        let deed = deeds.next()
        done.append(deed)
        let (disk, memory) = run.outcomes(of: deed, tellsAll: number == 7 || seed % 8 == 0)
        if disk == memory { continue }
        return FileDifference(
          description: """
            Seed \(seed):
            \(done.map(\.description).joined(separator: "\n"))
            The disk: \(disk)
            Memory:   \(memory)
            """.replacing(top.path, with: ""))
      }
      if changesAccess { run.unlock() }
      try FileManager.default.removeItem(at: top)
    }
    return nil
  }
}

/// One sequence in both worlds.
private struct FileRun {
  private let top: FilePath
  private let comparesDates: Bool
  private let disk = Environment.live.files()
  private let memory: InMemoryFiles
  private var now = Date(timeIntervalSince1970: 1_000_000)

  init(in folder: URL, memory: InMemoryFiles, comparesDates: Bool) throws {
    top = try #require(FilePath(folder))
    self.comparesDates = comparesDates
    self.memory = memory
  }

  /// Takes the right to remove all of it.
  func unlock() { _ = FileState.onDisk(in: top, unlocking: true) }

  /// Does the same in both, and returns what came of it and, if told, what is there then.
  mutating func outcomes(of deed: FileDeed, tellsAll: Bool) -> (FileTale, FileTale) {
    let old = now
    now += 1
    if comparesDates {
      for path in FileState.onDisk(in: top).keys { setDate(old, ofFileAt: path) }
      Env.date = { [now] in now }
    }
    var (disk, memory) = (FileTale(deed.outcome(in: disk)), FileTale(deed.outcome(in: memory)))
    guard tellsAll else { return (disk, memory) }
    disk.states = FileState.onDisk(in: top)
    memory.states = self.memory.tree.withLock { [top] in FileState.inMemory(in: top, of: $0) }
    // What fails may have changed the date of a folder on its way.
    if comparesDates, disk.outcome == "done" {
      disk.markAsNew { $0 != old }
      memory.markAsNew { [now] in $0 == now }
    }
    return (disk, memory)
  }

  private func setDate(_ date: Date, ofFileAt path: FilePath) {
    let time = timeval(tv_sec: Int(date.timeIntervalSince1970), tv_usec: 0)
    utimes(path.description, [time, time])
  }
}

/// What came of a deed, and what was there then.
private struct FileTale: Equatable, CustomStringConvertible {
  let outcome: String
  var states: [FilePath: FileState] = [:]

  init(_ outcome: String) { self.outcome = outcome }

  mutating func markAsNew(_ isNew: (Date) -> Bool) {
    states = states.mapValues { state in
      var state = state
      state.isNew = isNew(state.modified)
      return state
    }
  }

  var description: String {
    "\(outcome) \(states.map { "\($0): \($1)" }.sorted())"
  }
}
