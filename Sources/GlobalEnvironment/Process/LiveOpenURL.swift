// audit:allow-file process, files – this is the live opening of addresses.

public import Foundation

/// Opens `url` with the system's opener (`open` on macOS, `xdg-open` on Linux), and returns whether that worked.
///
/// False where there is no such program, as on iOS, and when the calling task is cancelled first.
@usableFromInline func liveOpenURL(_ url: URL) async -> Bool {
  #if os(macOS) || os(Linux)
    // A scheme begins with a letter: so no address can pass for an option.
    guard url.scheme?.isEmpty == false, let opener = opener(in: Env.environmentVariable("PATH") ?? "") else {
      return false
    }
    let process = Process()
    process.executableURL = opener
    process.arguments = [url.absoluteString]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice

    // The opener may be the browser itself, which stays: it is left alone when no caller waits any more.
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    process.terminationHandler = { process in
      answer.yield(process.terminationReason == .exit && process.terminationStatus == 0)
      answer.finish()
    }
    guard !Task.isCancelled, (try? process.run()) != nil else { return false }
    return await answers.first { _ in true } ?? false
  #else
    return false
  #endif
}

/// Does what ``liveOpenURL(_:)`` does; a test that has no environment is told of it.
func notedOpenURL(_ url: URL) async -> Bool {
  await TestHooks.noteReach(ofAsync: "Env.openURL")
  return await liveOpenURL(url)
}

#if os(macOS) || os(Linux)
  /// Returns the program that opens addresses; on Linux the first in the folders of `path`.
  private func opener(in path: String) -> URL? {
    #if os(macOS)
      let candidates = [URL(filePath: "/usr/bin/open")]
    #else
      let candidates = path.split(separator: ":").filter { $0.hasPrefix("/") }
        .map { URL(filePath: String($0)).appending(component: "xdg-open") }
    #endif
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }
#endif
