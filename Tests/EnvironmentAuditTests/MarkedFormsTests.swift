import BuildIndex
import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import EnvironmentAudit

/// Audits this very file: a line that ends with `found: KIND` has one finding of that kind, and each other line has none.
@Suite(.environment(.mock), .enabled(if: BuildIndex.isExpected, "This build has left no index."))
struct MarkedFormsTests {
  @Test func `each marked line has its finding, and no other has one`() async throws {
    let text = try String(contentsOfFile: #filePath, encoding: .utf8)  // found: files
    let url = URL(filePath: #filePath)
    try Env.files().createFolder(url.deletingLastPathComponent(), withParents: true)
    try Env.files().write(text, to: url)
    let store = try IndexStore(path: try #require(BuildIndex.store), library: await BuildIndex.library())
    let file = SourceList.File(path: #filePath, realPath: #filePath)
    let list = SourceList(package: "/p", targets: [SourceList.Target(name: "Tests", files: [file])])
    let search = try Search(IndexedSources(list, stores: [store]), rules: RuleSet.builtIn())
    #expect(search.unaudited.map(\.reason) == [])
    let findings = search.files.flatMap(\.findings).map { "\($0.line) \($0.kind)" }.sorted()
    let marks = text.lines.enumerated().compactMap { index, line in
      line.firstMatch(of: /\/\/ found: ([a-z-]+)$/).map { "\(index + 1) \($0.1)" }
    }
    #expect(findings == marks.sorted())
  }
}

private struct Plain: Hashable { var a = 1 }
private enum Raw: Int { case a }
private struct Digest: Hashable {
  var hashValue: Int { 1 }
  func hash(into hasher: inout Hasher) {}
}
private struct Signed { var hashValue: String { "a" } }

private func hashes<Value: Hashable>(_ value: Value, _ any: AnyHashable, _ date: Date, _ list: [String]) -> [Any] {
  [
    value.hashValue,  // found: chance
    any.hashValue,  // found: chance
    "a".hashValue,  // found: chance
    1.hashValue,  // found: chance
    Plain().hashValue,  // found: chance
    Raw.a.hashValue,  // found: chance
    date.hashValue,  // found: chance
    list.map(\.hashValue),  // found: chance
    Set(list)
      .hashValue,  // found: chance
    "\(list.hashValue)",  // found: chance
    Digest().hashValue, Signed().hashValue, [Signed()].map(\.hashValue), "a.hashValue",
  ]
}

private func orders(_ set: Set<String>, _ names: [String: Int], _ list: [String], _ changing: inout Set<Int>) -> [Any?]
{
  [
    set.first,  // found: chance
    set.first { $0 != "a" },  // found: chance
    set.prefix(1),  // found: chance
    set.joined(separator: ","),  // found: chance
    set.description,  // found: chance
    names.first?.key,  // found: chance
    names.keys.first,  // found: chance
    names.values.first { $0 > 1 },  // found: chance
    set.enumerated().map { $0.offset },  // found: chance
    changing.popFirst(),  // found: chance
    changing.removeFirst(),  // found: chance
    list.count == 1 ? set.first : nil,  // found: chance
    set.count == 1 ? set.first : nil, names.count == 1 ? names.first?.value : nil,
    set.sorted().first, list.first, list.joined(separator: ","), set.sorted().prefix(1), set.contains("a"),
    set.map { $0 }.sorted().first, set.min(), set.count, names["a"], list.prefix(1), "a".first, (0..<1).first,
    set.allSatisfy { $0 != "" }, names.keys.sorted().first, list.description, names.mapValues { $0 + 1 }.isEmpty,
  ]
}

private func queues(_ queue: DispatchQueue, _ operations: OperationQueue, _ item: DispatchWorkItem) {
  queue.async {}  // found: scheduling
  DispatchQueue(label: "own").async {}  // found: scheduling
  queue.async(execute: item)  // found: scheduling
  queue.async(group: DispatchGroup(), qos: .default, flags: .barrier) {}  // found: scheduling
  DispatchGroup().notify(queue: queue) {}  // found: scheduling
  operations.addOperation {}  // found: scheduling
  operations.addBarrierBlock {}  // found: scheduling
  operations.addOperations([], waitUntilFinished: false)  // found: scheduling
  DispatchQueue.main.async {}  // found: scheduling
  DispatchQueue.global(qos: .utility).async {}  // found: scheduling
  DispatchGroup().notify(queue: .main) {}  // found: scheduling
  OperationQueue.main.addOperation {}  // found: scheduling
  (OperationQueue.main).addOperation {}  // found: scheduling
  queue.sync {}
  queue.sync(flags: .barrier) {}
  operations.addOperations([], waitUntilFinished: true)
  DispatchQueue.concurrentPerform(iterations: 1) { _ in }
  OwnQueue().async {}
  queue.own {}
}

private struct OwnQueue { func async(_ work: () -> Void) {} }
extension DispatchQueue { fileprivate func own(_ work: () -> Void) {} }

private func processes(_ process: ProcessInfo, _ url: NSURL) throws -> [Any] {
  [
    ProcessInfo.processInfo.systemUptime,  // found: clock
    (ProcessInfo.processInfo).systemUptime,  // found: clock
    ProcessInfo
      .processInfo
      .globallyUniqueString,  // found: identity
    ProcessInfo.processInfo.processIdentifier,  // found: process
    process.systemUptime,  // found: clock
    try url.resourceValues(forKeys: []),  // found: files
    process.processIdentifier, url.isFileURL,
  ]
}

private func formats(_ formatter: DateFormatter, _ other: DateFormatter, _ text: String) -> [Any] {
  formatter.dateFormat = "yyyy"  // found: formatter
  other.locale = Locale(identifier: "en_US_POSIX")
  other.dateFormat = "yyyy"
  formatter.dateFormat = text
  return [
    Env.dateFormatter { $0.dateFormat = "yyyy" },  // found: formatter
    Env.dateFormatter {
      $0.locale = Env.locale()
      $0.dateFormat = "yyyy"  // found: formatter
    },
    Env.dateFormatter {
      $0.locale = Locale(identifier: "en_US_POSIX")
      $0.dateFormat = "yyyy"
    },
    formatter.dateFormat == "yyyy",
  ]
}
