import Foundation
import GlobalEnvironment

extension Recording {

  /// Reads the recording at `path`, and returns where further answers come from.
  static func open(
    _ path: String, _ mode: RecordingMode, _ names: SecretNames, _ parts: ComparedParts, lock isLocked: Bool,
    _ answers: inout RecordedAnswers
  ) throws(RecordingError) -> Source {
    let exists = Environment.live.files().exists(URL(filePath: path))
    let isRecorded = RecordingFile.isRecorded(path)
    var isUnfinished = false
    if mode == .none || (exists && mode != .all) {
      let file = try HARFile(path)
      isUnfinished = !isRecorded && file.har.log.recorder != nil
      answers = RecordedAnswers(file, names, parts)
    }
    switch mode {
    case .none: return .replay(isUnfinished: isUnfinished)
    case .once where exists && (isLocked || !(isRecorded || isUnfinished)): return .replay(isUnfinished: isUnfinished)
    case .newEpisodes where exists && isLocked: return .locked
    case .once, .newEpisodes:
      if isLocked { throw lockedError(path, "does not exist") }
    case .all:
      if isLocked { throw lockedError(path, "would be recorded again") }
      if exists, !isRecorded { try HARFile.requireReplaceable(path) }
    }
    if !isRecorded, isUnfinished || mode == .all { try LockedFile.requireFree(path) }
    return .record(RecordingFile.at(path, names, renews: mode == .all))
  }

  /// What the environment variable `ENV_RECORDINGS` makes of a mode: that of all recordings of this run, or that nothing is
  /// recorded. The file of another program keeps the mode that it was opened with.
  static func mode(
    _ mode: RecordingMode, in variable: String?, _ path: String
  ) throws(RecordingError) -> (RecordingMode, isLocked: Bool) {
    let modes: [String: RecordingMode] = ["all": .all, "new": .newEpisodes, "once": .once]
    switch variable {
    case nil, "": return (mode, false)
    case "locked", "unused": return (mode, true)
    case let value?:
      guard let other = modes[value] else {
        throw RecordingError(
          file: path,
          reason: """
            ENV_RECORDINGS is \(value.prefix(80).debugDescription). Set it to all, new, once, locked or unused, or not at all
            """)
      }
      let exists = Environment.live.files().exists(URL(filePath: path))
      let isForeign = exists && !RecordingFile.isRecorded(path) && (try? HARFile(path))?.isOwn != true
      return (isForeign ? mode : other, false)
    }
  }

  /// The command that records in another mode, without a change of the source.
  static func command(_ mode: String) -> String { "ENV_RECORDINGS=\(mode) swift test" }

  static func lockedError(_ path: String, _ why: String) -> RecordingError {
    RecordingError(
      file: path,
      reason: """
        recordings are locked (ENV_RECORDINGS=locked), and this one \(why). \
        Record it where they are not, with \(command("new")), and check the file in
        """)
  }

  /// Returns the path of the file, without links, by which others may name it, too.
  static func path(_ file: String, beside place: SourcePlace) -> String {
    // audit:allow files – the path of a source file is no folder's, so the disk says nothing new
    let folder = URL(fileURLWithPath: "\(place.filePath)").deletingLastPathComponent()
    // audit:allow files – no endpoint follows links, and one file is one recording by whichever path.
    let url = URL(fileURLWithPath: file, relativeTo: folder).standardizedFileURL
    // One by one: as a whole, the path of a file that is still missing stays as it is.
    return url.pathComponents.dropFirst().reduce(URL(filePath: "/")) { folder, name in
      // audit:allow files – as above.
      folder.appending(component: name, directoryHint: .notDirectory).resolvingSymlinksInPath()
    }.path
  }
}
