import Foundation
import Testing

@testable import GlobalEnvironment

/// What the live standard output and standard error are made of, on pipes of the tests' own.
struct LiveOutputTests {
  private let pipe = Pipe()
  private var output: LiveOutput { LiveOutput(pipe.fileHandleForWriting.fileDescriptor) }

  @Test func `a text is there as soon as it was written, without a line end`() {
    output.send("Name: ")
    #expect(pipe.fileHandleForReading.availableData == Data("Name: ".utf8))
  }

  @Test func `any text arrives byte for byte`() throws {
    let text = "日本語 👩‍👩‍👧 e\u{301} \u{0} \r\n"
    output.send(text)
    output.send("")
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data(text.utf8))
  }

  @Test func `what must come first does`() throws {
    let output = output
    output.send("second") { LiveOutput(pipe.fileHandleForWriting.fileDescriptor).send("first, ") }
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("first, second".utf8))
  }

  @Test func `a pipe that nobody reads loses the text, and ends nothing`() throws {
    try pipe.fileHandleForReading.close()
    for _ in 0..<100 { output.send("Is anybody there?\n") }
  }

  @Test func `a pipe that nobody reads ends nothing, though another thread may get its signal`() throws {
    let (isOver, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      isOver.wait()
      hasEnded.signal()
    }
    try pipe.fileHandleForReading.close()
    for _ in 0..<100 { output.send("Is anybody there?\n") }
    isOver.signal()
    hasEnded.wait()
  }

  @Test func `what is written does not wait for a thread that reads another file`() throws {
    // As `readLine` has its file to itself while it waits. To flush all files would be to wait for it.
    let file = try #require(fopen("/dev/null", "r"))
    flockfile(file)
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      writeToStandardOutput("")
      isWritten.signal()
    }
    isWritten.wait()
    funlockfile(file)
    fclose(file)
  }

  @Test func `a descriptor that is closed loses the text`() {
    LiveOutput(-1).send("Is anybody there?\n")
  }

  @Test func `long texts of several threads do not mix`() async throws {
    let output = output
    let writers = 4
    let length = 200_000
    let ended = Locked(0)
    for writer in 0..<writers {
      Thread.detachNewThread { [pipe] in
        for _ in 0..<3 { output.send(String(repeating: "\(writer)", count: length) + "\n") }
        if ended.withLock({
          $0 += 1; return $0
        }) == writers {
          try? pipe.fileHandleForWriting.close()
        }
      }
    }
    let text = await allText(from: pipe.fileHandleForReading)
    let lines = text.split(separator: "\n")
    #expect(lines.count == writers * 3)
    #expect(lines.allSatisfy { $0.count == length && Set($0).count == 1 })
  }

  @Test func `a pipe that is full and does not wait gets all of the text`() async throws {
    let output = output
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let text = String(repeating: "x", count: 1_000_000)
    Thread.detachNewThread { [pipe] in
      output.send(text)
      try? pipe.fileHandleForWriting.close()
    }
    #expect(await allText(from: pipe.fileHandleForReading) == text)
  }

  /// Reads to the end in a thread of its own: reading waits.
  private func allText(from handle: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let data = (try? handle.readToEnd()) ?? Data()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
