import Foundation
import GlobalEnvironment

/// Writes the answers of this process to a file, which belongs to it from the first one to the end.
struct RecordingWriter {
  private enum Renewal {
    case none, due, done
  }

  let path: String
  private(set) var names: SecretNames
  /// The file, locked; nil before the first answer, and where many other files were recorded since.
  private var file: LockedFile?
  /// The file as this process has left it; nil before the first answer.
  private var version: LockedFile.Version?
  private var index = RecordedIndex()
  /// What stands after the last entry.
  private var tail = Data()
  private var renewal = Renewal.none

  init(_ path: String, _ names: SecretNames) {
    self.path = path
    self.names = names
  }

  /// Hides what has one of these names, too; in what is written already, at the end.
  mutating func hide(_ more: SecretNames) {
    if names.add(more) { index.forgetKnown() }
  }

  /// Lets the next answer replace what the file has from before this process.
  mutating func renew() {
    if renewal == .none { renewal = .due }
  }

  /// Writes one more entry.
  ///
  /// - Throws: ``RecordingError`` when the file cannot be read or written, or another process records to it. It is unchanged.
  mutating func add(_ entry: HAR.Entry, _ key: RequestKey, sequence: Int, known: Int) throws(RecordingError) {
    let text = try RecordingText.text(of: entry, for: path)
    let new = RecordedIndex.Entry(key, sequence: sequence, entry.response, known: known)
    try take()
    if let file, renewal == .due, index.own.isEmpty {
      try HARFile.requireReplaceable(try file.read(), from: path)
    } else {
      try read()
    }
    if index.entries.isEmpty || renewal == .due {
      let own = renewal == .due ? try texts(of: index.own) : []
      try write(own.isEmpty ? [(new, text)] : own)
      renewal = renewal == .none ? .none : .done
    }
    if !index.has(new) { try append(new, text) }
  }

  /// Puts the entries in order, without what is secret by now, says that the file is finished, and lets go of it.
  ///
  /// - Parameter isContinued: Whether a file to which nothing was added, and whose process was cut short, is finished, too.
  mutating func end(hiding learned: LearnedSecrets, isContinued: Bool) throws(RecordingError) {
    defer { closeFile() }
    guard version != nil || isContinued else { return }
    try take()
    if version == nil, try isFinished() { return }
    try read()
    var entries = try texts(of: index.entries)
    for index in entries.indices where entries[index].entry.known < learned.total {
      if let hidden = try hidden(entries[index], learned) { entries[index] = hidden }
    }
    if !entries.isEmpty { try write(entries, isFinished: true) }
  }

  /// Lets another process record to the file.
  mutating func closeFile() { file = nil }

  /// Returns an entry without secrets that were not known when it was written; nil where it has none.
  private func hidden(
    _ old: (entry: RecordedIndex.Entry, text: Data), _ learned: LearnedSecrets
  ) throws(RecordingError) -> (entry: RecordedIndex.Entry, text: Data)? {
    // Searching the bytes is not enough: the secret may be in Base64 or in JSON inside JSON.
    guard let written = try? JSONDecoder().decode(HAR.Entry.self, from: old.text),
      var exchange = try? Exchange(written, by: RecordingText.creator)
    else { return nil }
    let before = exchange
    exchange.hide(names, learned, isWritten: true)
    if exchange == before { return nil }
    let hidden = exchange.entry(startedAt: written.startedDateTime)
    let key = RequestKey(exchange.request, names).bounded
    let entry = RecordedIndex.Entry(key, sequence: old.entry.sequence, hidden.response, known: learned.total)
    return (entry, try RecordingText.text(of: hidden, for: path))
  }

  // MARK: Reading

  /// Opens the file, and keeps other processes from recording to it. One that was deleted begins again.
  private mutating func take() throws(RecordingError) {
    if file?.isInPlace == true { return }
    file = nil
    file = try LockedFile.open(path)
    if file == nil { index = RecordedIndex() }
  }

  /// Whether no process was cut short while it recorded the file.
  private func isFinished() throws(RecordingError) -> Bool {
    guard let file else { return true }
    return try HARFile(try file.read(), from: path).har.log.recorder == nil
  }

  /// Reads the file, where it is not as this process has left it.
  private mutating func read() throws(RecordingError) {
    guard let file, file.version != version else { return }
    var contents = try RecordedContents(try file.read(), from: path, names)
    let own = Set(index.own.map { $0.entry.content })
    for index in contents.entries.indices {
      contents.entries[index].entry.isEarlier = !own.contains(contents.entries[index].entry.content)
    }
    // A browser's export, or a file with a value that is secret now. An empty file waits for its first answer.
    if !contents.isAsWritten, !contents.entries.isEmpty { return try write(contents.entries) }
    index = RecordedIndex()
    for (entry, text) in contents.entries { index.append(entry, length: text.count) }
    tail = try file.read(index.end..<max(file.size, index.end))
    version = file.version
  }

  private func texts(
    of entries: [(entry: RecordedIndex.Entry, range: Range<Int>)]
  ) throws(RecordingError) -> [(entry: RecordedIndex.Entry, text: Data)] {
    let data = try file?.read() ?? Data()
    return entries.map { ($0.entry, data.dropFirst($0.range.lowerBound).prefix($0.range.count)) }
  }

  // MARK: Writing

  private var unfinished: Data { RecordingText.tail(recorder: Int(Environment.live.processIdentifier())) }

  private mutating func append(_ entry: RecordedIndex.Entry, _ text: Data) throws(RecordingError) {
    let tail = unfinished
    try file?.replace(from: index.end, with: RecordingText.separator + text + tail, old: self.tail)
    self.tail = tail
    version = file?.version
    index.append(entry, length: text.count)
  }

  /// Writes the file anew, with these entries in order.
  private mutating func write(
    _ entries: [(entry: RecordedIndex.Entry, text: Data)], isFinished: Bool = false
  ) throws(RecordingError) {
    // Equal ones stay in their order.
    let sorted = entries.enumerated().sorted { left, right in
      let (first, second) = (left.element.entry, right.element.entry)
      return (first.key, first.sequence, left.offset) < (second.key, second.sequence, right.offset)
    }
    var (data, written) = (RecordingText.head, RecordedIndex())
    for (entry, text) in sorted.map(\.element) where !written.has(entry) {
      if !written.entries.isEmpty { data += RecordingText.separator }
      data += text
      written.append(entry, length: text.count)
    }
    let tail = isFinished ? RecordingText.tail(recorder: nil) : unfinished
    if file == nil { try makeFolder() }
    file = try LockedFile.write(data + tail, to: path, replacing: file)
    (index, self.tail, version) = (written, tail, file?.version)
  }

  private func makeFolder() throws(RecordingError) {
    do {
      try Environment.live.files().createFolder(URL(filePath: path).deletingLastPathComponent(), withParents: true)
    } catch {
      throw RecordingError(
        file: path,
        reason: "its folder cannot be made (\(error.localizedDescription.withoutFullStop)). Name another one")
    }
  }
}
