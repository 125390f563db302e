import Foundation
import GlobalEnvironmentTesting
import Testing

#if os(Linux)
  /// What the live files do where only its owner may remove or rename a file, as in `/tmp`.
  @Suite(.enabled(if: geteuid() == 0, "Only root may become another user."))
  struct StickyFolderTests {
    @Test
    func `a folder with a file that only another user may remove stays whole`() async {
      await #expect(processExitsWith: .success) {
        try withStickyFolder { files, folder in
          let error = try #require(#expect(throws: CocoaError.self) { try files.remove(folder / "mine") })
          try expectKept(error, (folder / "mine/box/link").path)
          try #require(files.list(folder / "mine").map(\.lastPathComponent) == ["a", "box"])
          try #require(files.list(folder / "mine/box").map(\.lastPathComponent) == ["link", "my", "theirs"])
        }
      }
    }

    @Test func `what only another user may remove is neither removed nor moved`() async {
      await #expect(processExitsWith: .success) {
        try withStickyFolder { files, folder in
          for name in ["theirs", "link"] { try Self.expectToStay(name, files, folder) }
        }
      }
    }

    private static func expectToStay(_ name: String, _ files: any EnvironmentFileSystem, _ folder: URL) throws {
      let box = folder / "mine/box"
      // Below, and on another volume.
      for target in [folder / "mine/moved", volume / "moved-\(UUID().uuidString)"] {
        let error = #expect(throws: CocoaError.self) { try files.move(box / name, to: target) }
        try expectKept(#require(error), (box / name).path)
        try #require(!files.exists(target))
      }
      let error = #expect(throws: CocoaError.self) { try files.remove(box / name) }
      try expectKept(#require(error), (box / name).path)
      try #require(files.list(box).map(\.lastPathComponent) == ["link", "my", "theirs"])
    }

    @Test
    func `a file of one's own may go from among others`() async {
      await #expect(processExitsWith: .success) {
        try withStickyFolder { files, folder in
          try files.move(folder / "mine/box/my", to: folder / "mine/box/still mine")
          try files.remove(folder / "mine/box/still mine")
          try #require(files.list(folder / "mine/box").map(\.lastPathComponent) == ["link", "theirs"])
        }
      }
    }

    @Test
    func `in a folder of one's own, another's file may go`() async {
      await #expect(processExitsWith: .success) {
        try withStickyFolder(owner: 65_534) { files, folder in
          try files.remove(folder / "mine/box/theirs")
          try files.remove(folder / "mine")
          try #require(files.list(folder).isEmpty)
        }
      }
    }
  }

  /// Another volume than the temporary folder's, on most systems.
  private let volume = URL(filePath: "/dev/shm", directoryHint: .isDirectory)

  /// Runs `body` as a user without rights, with a folder in which there is `mine`, which is the user's; in it `a`, and
  /// `box`, a sticky folder in which there are the user's file `my` and what is root's: the file `theirs` and a link to it.
  private func withStickyFolder(
    owner: uid_t = 0, _ body: (any EnvironmentFileSystem, URL) throws -> Void
  ) throws {
    let files = Environment.live.files()
    let folder = FileManager.default.temporaryDirectory.appending(component: "Sticky-\(UUID().uuidString)")
    let (mine, box) = (folder / "mine", folder / "mine/box")
    try files.createFolder(box, withParents: true)
    for file in [mine / "a", box / "my", box / "theirs"] { try files.write("text", to: file) }
    try FileManager.default.createSymbolicLink(atPath: (box / "link").path, withDestinationPath: "theirs")
    for path in [folder, mine, mine / "a", box / "my"] { try #require(chown(path.path, 65_534, 65_534) == 0) }
    try #require(chown(box.path, owner, owner) == 0 && chmod(box.path, 0o1777) == 0)
    defer {
      // Root's again, whom all of it obeys.
      _ = seteuid(0)
      try? FileManager.default.removeItem(at: folder)
    }
    // The real user, too, whom `access` asks.
    try #require(setresuid?(65_534, 65_534, 0) == 0)
    try body(files, folder)
  }

  /// Its header hides it from Swift.
  private let setresuid = dlsym(nil, "setresuid").map {
    unsafeBitCast($0, to: (@convention(c) (uid_t, uid_t, uid_t) -> CInt).self)
  }

  private func expectKept(_ error: CocoaError, _ path: String) throws {
    try #require(error.code == .fileWriteNoPermission)
    try #require((error.underlying as? POSIXError)?.code == .EPERM)
    try #require(error.localizedDescription.contains("no permission for \(path)."))
  }

  extension URL {
    fileprivate static func / (folder: URL, path: String) -> URL { folder.appending(path: path) }
  }
#endif
