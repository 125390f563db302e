#if os(Linux)
  import Foundation
  import Testing

  /// What a disk in memory takes for a file of one byte. Machines of Arm have pages of 4, 16, or 64 KB.
  var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }

  /// Runs `body` with a disk of sixteen pages, which only this process sees, and a folder elsewhere. It takes root.
  func withSmallDisk(_ body: (_ disk: URL, _ folder: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Disk-\(UUID().uuidString)")
    let (disk, elsewhere) = (folder.appending(component: "disk"), folder.appending(component: "elsewhere"))
    for folder in [disk, elsewhere] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let (ofItsOwn, tree, isPrivate) = (CInt(0x20000), CUnsignedLong(0x4000), CUnsignedLong(1 << 18))
    // Its header shows it to no Swift code.
    let unshare = try #require(dlsym(nil, "unshare"))
    try #require(unsafeBitCast(unshare, to: (@convention(c) (CInt) -> CInt).self)(ofItsOwn) == 0)
    try #require(mount("none", "/", nil, tree | isPrivate, nil) == 0)
    try #require(mount("tmpfs", disk.path, "tmpfs", 0, "size=\(16 * pageSize)") == 0)
    defer { umount(disk.path) }
    try body(disk, elsewhere)
  }
#endif
