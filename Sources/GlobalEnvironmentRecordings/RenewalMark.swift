// audit:allow-file files, descriptors, process – recordings are on the disk, which other processes use, too.

import Foundation

/// An empty file beside a recording, while this process waits to renew it. A process that does so before writes to it.
///
/// The recording itself cannot tell: it stays as it is until there is an answer, and is the same again where all answers
/// are. Where no such file can be made, or another one has removed it, the recording counts as not renewed.
enum RenewalMark {
  private static func own(_ path: String) -> String {
    LockedFile.part(of: path, process: -Int(getpid()))
  }

  /// Says that this process waits to renew the file at `path`.
  static func make(for path: String) {
    let mark = own(path)
    unlink(mark)
    let descriptor = open(mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Says that this process does not wait any more.
  static func remove(for path: String) {
    unlink(own(path))
  }

  /// Whether another process has renewed the file since this one waits.
  static func isRenewed(_ path: String) -> Bool {
    var status = stat()
    return stat(own(path), &status) == 0 && status.st_size > 0
  }

  /// Lets all that wait know that this process has renewed the file.
  static func renew(_ path: String) {
    remove(for: path)
    for part in LockedFile.parts(of: path) where part.process < 0 {
      let descriptor = open(part.path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      _ = write(descriptor, "+", 1)
      close(descriptor)
    }
  }
}
