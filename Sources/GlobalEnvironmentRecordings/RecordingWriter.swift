import Foundation
import GlobalEnvironment

/// Adds answers to a file to which other processes may add as well.
struct RecordingWriter {
  let path: String
  private(set) var names: SecretNames
  private var earlier = EarlierContents.unread
  private var index = RecordedIndex()
  /// Whether this process has read or written the file.
  private var hasBegun = false
  /// The file that the index describes; nil before the first answer, and where many other files were recorded since.
  private weak var held: LockedFile.Held?
  /// What stands after the last entry.
  private var tail = Data()
  /// Other processes that have not finished the file.
  private var others: [Int] = []
  /// Processes that were cut short, whose recording this one continues.
  private var continued: Set<Int> = []
  /// Whether this process has said that it is done with the file.
  private var isEnded = false

  /// How often other processes may be faster.
  private static let patience = 100
  /// Up to this size, in bytes, entries are put in order at once.
  private static let small = 65_536

  init(_ path: String, _ names: SecretNames) {
    self.path = path
    self.names = names
  }

  /// Hides what has one of these names, too.
  mutating func hide(_ more: SecretNames) {
    guard names.add(more) else { return }
    // What was written without them is read again.
    index = RecordedIndex()
    earlier.readAgain(path, names)
  }

  /// Lets the next answer replace what the file had before this process. What another process has recorded since stays.
  mutating func renew() {
    earlier.renew(path, names)
  }

  /// Writes one more entry.
  ///
  /// - Throws: ``RecordingError`` when the file cannot be read or written, and is unchanged, or when it has the entry but
  ///   could not be renewed.
  mutating func add(_ entry: HAR.Entry, _ key: RequestKey, sequence: Int, known: Int) throws(RecordingError) {
    let text = try RecordingText.text(of: entry, for: path)
    let new = RecordedIndex.Entry(
      // audit:allow chance – compared within this process only
      key: key, sequence: sequence, response: entry.response.hashValue, known: known)
    for _ in 0..<Self.patience {
      // A file that was deleted begins again.
      guard let file = try LockedFile.open(path, for: .writing) else {
        if try create(new, text) { return }
        continue
      }
      if case .outdated(let outdated) = earlier { return try replace(outdated, in: file, with: new, text) }
      guard try catchUp(with: file) else { continue }
      if try has(new, entry.response, in: file) { return }
      // Nothing sorts the entries after the recording has ended.
      if !index.entries.isEmpty, index.isLast(new) || (file.size > Self.small && !isEnded) {
        try append(new, text, to: file)
      } else {
        try rewrite(file, inFile + [(new, .text(text))], recorders: recorders)
      }
      return
    }
    throw RecordingError(
      file: path, reason: "others replace the file again and again, or a link leads nowhere. Name another file")
  }

  /// Puts the entries in order, without what is secret by now, and says that this process is done with the file.
  ///
  /// - Parameter isContinued: Whether a file to which nothing was added, and whose process was cut short, is done, too.
  mutating func end(hiding learned: LearnedSecrets, isContinued: Bool) throws(RecordingError) {
    isEnded = true
    RenewalMark.remove(for: path)
    for _ in 0..<Self.patience where hasBegun || isContinued {
      guard let file = try LockedFile.open(path, for: .writing) else { return }
      if !hasBegun, try !isCutShort(file) { return }
      guard try catchUp(with: file) else { continue }
      if index.entries.isEmpty { return }
      var entries: [(RecordedIndex.Entry, Source)] = []
      for (entry, range) in index.entries {
        let hidden = entry.known < learned.total ? try hidden(entry, range, learned, in: file) : nil
        // An earlier process may have written this with the secret already hidden.
        if let hidden, hidden.entry.key != entry.key, try has(hidden.entry, hidden.response, in: file) { continue }
        entries.append(hidden.map { ($0.entry, .text($0.text)) } ?? (entry, .file(range)))
      }
      return try rewrite(file, entries, recorders: others)
    }
  }

  /// Returns an entry without secrets that were not known when it was written; nil where it has none.
  private func hidden(
    _ entry: RecordedIndex.Entry, _ range: Range<Int>, _ learned: LearnedSecrets, in file: borrowing LockedFile
  ) throws(RecordingError) -> (entry: RecordedIndex.Entry, response: HAR.Response, text: Data)? {
    // Searching the bytes is not enough: the secret may be in Base64 or in JSON inside JSON.
    let text = try file.read(range)
    guard let written = try? JSONDecoder().decode(HAR.Entry.self, from: text),
      var exchange = try? Exchange(written, by: RecordingText.creator)
    else { return nil }
    let before = exchange
    exchange.hide(names, learned, isWritten: true)
    if exchange == before { return nil }
    var entry = entry
    let hidden = exchange.entry(startedAt: written.startedDateTime)
    // audit:allow chance – compared within this process only
    (entry.key, entry.response) = (RequestKey(exchange.request, names).bounded, hidden.response.hashValue)
    return (entry, hidden.response, try RecordingText.text(of: hidden, for: path))
  }

  // MARK: Reading

  /// The processes that are not done with the file, this one last.
  private var recorders: [Int] { isEnded ? others : others + [own] }

  /// The number of this process, as the file has it.
  private var own: Int { if case .replaced = earlier { -process } else { process } }
  private var process: Int { Int(Environment.live.processIdentifier()) }

  /// Reads what others have written meanwhile.
  ///
  /// - Returns: False where another file is there now, in the form of this type.
  private mutating func catchUp(with file: borrowing LockedFile) throws(RecordingError) -> Bool {
    if held?.identity == file.identity, !index.entries.isEmpty, try readOn(file) { return true }
    let contents = try RecordedContents(try file.read(0..<file.size), from: path, names)
    begin(with: contents)
    if case .unread = earlier { earlier = .kept(EarlierContents.Outdated(contents)) }
    // A browser's export, or a file with a value that is secret now. An empty file waits for its first answer.
    guard contents.isAsWritten || contents.entries.isEmpty else {
      try rewrite(file, contents.entries.map { ($0.entry, .text($0.text)) }, recorders: recorders)
      return false
    }
    index = RecordedIndex()
    for (entry, text) in contents.entries { index.append(entry, length: text.count) }
    (hasBegun, held) = (true, file.hold())
    tail = try file.read(index.end..<max(file.size, index.end))
    return true
  }

  /// Reads what follows the last known entry.
  ///
  /// - Returns: False where the file is not the earlier one with more answers.
  private mutating func readOn(_ file: borrowing LockedFile) throws(RecordingError) -> Bool {
    let rest = try file.read(index.end..<max(file.size, index.end))
    if rest == tail { return true }
    guard rest.starts(with: RecordingText.separator) else { return false }
    let text = RecordingText.head + rest.dropFirst(RecordingText.separator.count)
    let added = try? RecordedContents(text, from: path, names, after: { index.count(of: $0) })
    guard let added, added.isAsWritten else { return false }
    let start = index.end
    for (entry, text) in added.entries { index.append(entry, length: text.count) }
    learn(added.recorders)
    tail = rest.dropFirst(index.end - start)
    return true
  }

  private mutating func begin(with contents: RecordedContents) {
    if !hasBegun { continued = Set(contents.recorders.filter { !isRunning(process: $0) }) }
    learn(contents.recorders)
  }

  private mutating func learn(_ recorders: [Int]) {
    others = recorders.filter { $0.magnitude != process && !continued.contains($0) }
  }

  /// Whether a process that recorded the file has ended before it was done; not one that still runs.
  private func isCutShort(_ file: borrowing LockedFile) throws(RecordingError) -> Bool {
    let file = try? HARFile(try file.read(0..<file.size), from: path)
    return file?.har.log.recorders.contains { $0.magnitude == process || !isRunning(process: $0) } ?? false
  }

  private func has(
    _ entry: RecordedIndex.Entry, _ response: HAR.Response, in file: borrowing LockedFile
  ) throws(RecordingError) -> Bool {
    for range in index.ranges(of: entry) {
      let text = try file.read(range)
      guard var same = try? JSONDecoder().decode(HAR.Entry.self, from: text).response else { continue }
      // A text that was edited may have another size than it claims.
      same.content.size = response.content.size
      if same == response { return true }
    }
    return false
  }

  // MARK: Writing

  private enum Source {
    case text(Data)
    case file(Range<Int>)
  }

  private var inFile: [(RecordedIndex.Entry, Source)] { index.entries.map { ($0.entry, .file($0.range)) } }

  private mutating func create(_ entry: RecordedIndex.Entry, _ text: Data) throws(RecordingError) -> Bool {
    do {
      try Environment.live.files().createFolder(URL(filePath: path).deletingLastPathComponent(), withParents: true)
    } catch {
      throw RecordingError(
        file: path,
        reason: "its folder cannot be made (\(error.localizedDescription.withoutFullStop)). Name another one")
    }
    if case .outdated = earlier { earlier = .replaced } else { earlier = .kept(EarlierContents.Outdated()) }
    let tail = RecordingText.tail(recorders: isEnded ? [] : [own])
    guard let made = try LockedFile.create(path, with: RecordingText.head + text + tail) else { return false }
    if case .replaced = earlier { RenewalMark.renew(path) }
    (hasBegun, held, self.tail, others, index) = (true, made, tail, [], RecordedIndex())
    index.append(entry, length: text.count)
    return true
  }

  /// Writes an entry in the place of what the file had before this process.
  private mutating func replace(
    _ outdated: EarlierContents.Outdated, in file: borrowing LockedFile, with new: RecordedIndex.Entry, _ text: Data
  ) throws(RecordingError) {
    var entries: [(RecordedIndex.Entry, Source)] = []
    var complaint: String?
    do {
      var contents = try RecordedContents(try file.read(0..<file.size), from: path, names)
      begin(with: contents)
      // What another process has replaced meanwhile is new, even where it is the same.
      let isNew = contents.isReplacing || RenewalMark.isRenewed(path)
      if !isNew { complaint = contents.remove(outdated) }
      entries = contents.entries.map { ($0.entry, .text($0.text)) }
    } catch {
      // It was damaged before, too.
      guard file.version == outdated.version else { throw error }
    }
    if !entries.contains(where: { $0.0.isSame(as: new) }) { entries.append((new, .text(text))) }
    earlier = .replaced
    do {
      try rewrite(file, entries, recorders: recorders)
    } catch {
      earlier = .outdated(outdated)
      throw error
    }
    // Until then, the number of this process in the file says so.
    RenewalMark.renew(path)
    if let complaint { throw RecordingError(file: path, reason: complaint) }
  }

  private mutating func append(
    _ entry: RecordedIndex.Entry, _ text: Data, to file: borrowing LockedFile
  ) throws(RecordingError) {
    let tail = RecordingText.tail(recorders: recorders)
    do {
      try file.write(RecordingText.separator + text + tail, at: index.end)
    } catch {
      // Even on a full disk, the old bytes fit.
      try? file.restore(self.tail, at: index.end)
      throw error
    }
    self.tail = tail
    index.append(entry, length: text.count)
  }

  private mutating func rewrite(
    _ file: borrowing LockedFile, _ entries: [(entry: RecordedIndex.Entry, source: Source)], recorders: [Int]
  ) throws(RecordingError) {
    // Equal ones stay in their order.
    let sorted = entries.enumerated().sorted { left, right in
      let (first, second) = (left.element.entry, right.element.entry)
      return (first.key, first.sequence, left.offset) < (second.key, second.sequence, right.offset)
    }.map(\.element)
    let tail = RecordingText.tail(recorders: recorders)
    var written = RecordedIndex()
    var next = 0
    let made = try file.replace { () throws(RecordingError) in
      defer { next += 1 }
      if next == sorted.count { return sorted.isEmpty ? RecordingText.head + tail : tail }
      guard next < sorted.count else { return nil }
      let text =
        switch sorted[next].source {
        case .text(let text): text
        case .file(let range): try file.read(range)
        }
      written.append(sorted[next].entry, length: text.count)
      return (next == 0 ? RecordingText.head : RecordingText.separator) + text
    }
    (hasBegun, held, index) = (true, made, written)
    (self.tail, others) = (tail, recorders.filter { $0 != own })
  }
}
