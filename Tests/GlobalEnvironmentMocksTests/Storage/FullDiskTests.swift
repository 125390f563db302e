import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

#if os(Linux)
  /// What the live files do on a small disk, which only root may make.
  @Suite(.enabled(if: geteuid() == 0, "Only root may make a small disk."))
  struct FullDiskTests {
    @Test
    func `a full disk takes no part of a copy, of a move, or of a file`() async {
      await #expect(processExitsWith: .success) {
        try withSmallDisk { disk, folder in
          let files = Environment.live.files()
          let big = folder / "big"
          try files.createFolder(folder / "d")
          for file in [big, folder / "d/big"] { try files.write(pages(17), to: file) }
          try files.write("kept", to: disk / "kept")
          for attempt in [
            { try files.copy(big, to: disk / "c") }, { try files.copy(folder / "d", to: disk / "c") },
            { try files.move(big, to: disk / "c") }, { try files.move(folder / "d", to: disk / "c") },
            { try files.write(pages(17), to: disk / "kept") },
          ] {
            let error = try #require(#expect(throws: CocoaError.self) { try attempt() })
            try #require(error.code == .fileWriteOutOfSpace)
            try #require((error.underlying as? POSIXError)?.code == .ENOSPC)
            try #require(error.localizedDescription.contains("the disk is full"))
            try #require(files.list(disk).map(\.lastPathComponent) == ["kept"])
            try #require(files.readText(disk / "kept") == "kept")
            try #require(files.list(folder).map(\.lastPathComponent) == ["big", "d"])
          }
        }
      }
    }

    @Test
    func `a full disk does to each write what the one in memory does`() async {
      await #expect(processExitsWith: .success) {
        try withSmallDisk { disk, _ in
          var tales: [[String]] = []
          Env = .mock
          for files in [Environment.live.files(), Env.files()] {
            if files is InMemoryFiles { try files.createFolder(disk, withParents: true) }
            Env.inMemoryFiles.capacity = 16 * pageSize
            let (one, two, copy) = (disk / "one", disk / "two", disk / "copy")
            tales.append(
              try [
                { try files.append(pages(10), to: one) }, { try files.append(pages(10), to: one) },
                { try files.append(Data(count: 1), to: two) }, { try files.append(Data(), to: two) },
                { try files.write(Data(count: 10), to: one) }, { try files.write(Data(), to: two) },
                { try files.copy(one, to: copy) }, { try files.remove(one) },
                { try files.write(pages(10), to: one) }, { try files.write(pages(8), to: one) },
                { try files.copy(one, to: copy) }, { try files.append(Data(count: 30_000), to: copy) },
              ].map { attempt in
                let error = Result(catching: attempt).error.map {
                  "\(($0 as? CocoaError)?.code.rawValue ?? 0) \($0.localizedDescription)"
                }
                let sizes = try files.list(disk).map { "\($0.lastPathComponent) \(try files.attributes(of: $0).size)" }
                return "\(error ?? "done"): \(sizes)"
              })
          }
          try #require(tales[0] == tales[1])
          try #require(tales[0][1].hasPrefix("640"))
        }
      }
    }

    @Test
    func `a move to another volume takes all of it along`() async {
      await #expect(processExitsWith: .success) {
        try withSmallDisk { disk, folder in
          let files = Environment.live.files()
          try files.createFolder(folder / "d/e", withParents: true)
          try files.write("text", to: folder / "d/e/f")
          try files.write("taken", to: disk / "é")
          let error = #expect(throws: CocoaError.self) { try files.move(folder / "d", to: disk / "é") }
          try #require(error?.code == .fileWriteFileExists)
          try files.move(folder / "d", to: disk / "moved")
          try #require(files.readText(disk / "moved/e/f") == "text")
          try #require(files.list(folder).isEmpty)
          try #require(files.list(disk).map(\.lastPathComponent) == ["moved", "é"])
        }
      }
    }

    @Test
    func `a file that cannot go from its volume is not copied, and the error says why it stays`() async {
      await #expect(processExitsWith: .success) {
        try withSmallDisk { disk, folder in
          let (files, file) = (Environment.live.files(), folder / "file")
          try files.write("text", to: file)
          // Mounted on itself, which no permission shows.
          let bind = CUnsignedLong(0x1000)
          try #require(mount(file.path, file.path, nil, bind, nil) == 0)
          defer { umount(file.path) }
          let error = try #require(#expect(throws: CocoaError.self) { try files.move(file, to: disk / "file") })
          try #require((error.underlying as? POSIXError)?.code == .EBUSY)
          try #require(error.localizedDescription.contains("\(file.path) is in use"))
          try #require(files.list(disk).isEmpty)
          try #require(files.readText(file) == "text")
        }
      }
    }

    @Test
    func `what would change a volume that can only be read fails with an error that says so`() async {
      await #expect(processExitsWith: .success) {
        try withSmallDisk { disk, folder in
          let files = Environment.live.files()
          try files.createFolder(disk / "d")
          for file in [disk / "f", disk / "d/f", folder / "f"] { try files.write("text", to: file) }
          let (readOnly, again) = (CUnsignedLong(1), CUnsignedLong(0x20))
          try #require(mount("none", disk.path, nil, readOnly | again, nil) == 0)
          for attempt in [
            { try files.write("new", to: disk / "f") }, { try files.append("new", to: disk / "f") },
            { try files.write("new", to: disk / "new") }, { try files.createFolder(disk / "new") },
            { try files.remove(disk / "f") }, { try files.remove(disk / "d") },
            { try files.move(disk / "f", to: disk / "g") }, { try files.move(disk / "f", to: folder / "g") },
            { try files.move(folder / "f", to: disk / "g") }, { try files.copy(disk / "f", to: disk / "g") },
          ] {
            let error = try #require(#expect(throws: CocoaError.self) { try attempt() })
            try #require(error.code == .fileWriteVolumeReadOnly)
            try #require((error.underlying as? POSIXError)?.code == .EROFS)
            try #require(error.localizedDescription.contains("is on a volume that can only be read. Choose another"))
          }
          try #require(files.readText(disk / "f") == "text")
          try #require(files.list(folder).map(\.lastPathComponent) == ["f"])
        }
      }
    }
  }

  private func pages(_ count: Int) -> Data { Data(count: count * pageSize) }

  extension URL {
    fileprivate static func / (folder: URL, path: String) -> URL { folder.appending(path: path) }
  }

  extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
  }
#endif
