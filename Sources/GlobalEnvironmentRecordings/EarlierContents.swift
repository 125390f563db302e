import GlobalEnvironment

/// What a file had before this process recorded to it, and what becomes of that.
enum EarlierContents {
  /// Nothing has been read yet.
  case unread
  /// All of it stays, unless it is to be renewed later.
  case kept(Outdated)
  /// The next answer replaces them.
  case outdated(Outdated)
  /// This process has replaced them.
  case replaced

  struct Outdated {
    /// Hashes of the entries as this package writes them; none where the file is damaged, or is being replaced already.
    var entries: Set<Int> = []
    /// Whether another process was recording to the file, and so may lose answers.
    var isShared = false
    /// The file as it was read.
    var version: LockedFile.Version?
    /// Keeps that file open, so that no other one has its version.
    private var held: LockedFile.Held?
  }

  /// Lets the next answer replace what the file at `path` has now, or had before this process added to it.
  mutating func renew(_ path: String, _ names: SecretNames) {
    switch self {
    case .unread: self = .outdated(Outdated(path, names))
    case .kept(let outdated):
      RenewalMark.make(for: path)
      self = .outdated(outdated)
    case .outdated, .replaced: break
    }
  }

  /// Reads again what the next answer replaces, as more names are secret now. Does nothing if the file has changed since.
  mutating func readAgain(_ path: String, _ names: SecretNames) {
    guard case .outdated(let outdated) = self else { return }
    let again = Outdated(path, names)
    if again.version == outdated.version { self = .outdated(again) }
  }
}

extension EarlierContents.Outdated {
  init(_ contents: RecordedContents) {
    // What another process has replaced is new.
    if contents.isReplacing { return }
    (entries, isShared) = (contents.hashes, contents.isShared)
  }

  fileprivate init(_ path: String, _ names: SecretNames) {
    // A file that cannot be opened cannot be written either, which is reported then.
    guard let file = (try? LockedFile.open(path, for: .reading)) ?? nil else { return }
    // While the file is locked, so that no renewal is missed.
    RenewalMark.make(for: path)
    let contents = try? RecordedContents(try file.read(0..<file.size), from: path, names)
    self = contents.map { Self($0) } ?? Self()
    (version, held) = (file.version, file.hold())
  }
}
