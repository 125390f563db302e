import Foundation
import Testing

@testable import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body that a test has made, read as bytes and in pieces.
struct EnvironmentBytesTests {
  private struct Broken: Error, Equatable {}

  /// A body that gives `chunks`, and then ends or breaks off.
  private func body(_ chunks: [String], then error: (any Error)? = nil) -> EnvironmentBytes {
    let (stream, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
    for chunk in chunks { feed.yield(Data(chunk.utf8)) }
    feed.finish(throwing: error)
    return EnvironmentBytes(stream)
  }

  /// Reads to the end; returns what came, and the error after it.
  private func read<Sequence: AsyncSequence>(_ sequence: Sequence) async -> ([Sequence.Element], (any Error)?) {
    var read: [Sequence.Element] = []
    do {
      for try await element in sequence { read.append(element) }
      return (read, nil)
    } catch {
      return (read, error)
    }
  }

  @Test func `bytes come in order, across pieces`() async {
    #expect(await read(body(["ab", "", "c"])).0 == Array("abc".utf8))
  }

  @Test func `pieces come as they are, and none is empty`() async {
    #expect(await read(body(["ab", "", "c", ""]).chunks).0 == [Data("ab".utf8), Data("c".utf8)])
  }

  @Test func `an empty body has no bytes, no pieces, no lines and no events`() async {
    #expect(await read(EnvironmentBytes(Data())).0.isEmpty)
    #expect(await read(EnvironmentBytes(Data()).chunks).0.isEmpty)
    #expect(await read(EnvironmentBytes().lines).0.isEmpty)
    #expect(await read(EnvironmentBytes("").events).0.isEmpty)
  }

  @Test func `data is one piece, and each text is one`() async {
    #expect(await read(EnvironmentBytes(Data("ab".utf8)).chunks).0 == [Data("ab".utf8)])
    #expect(await read(EnvironmentBytes("a", "b").chunks).0 == [Data("a".utf8), Data("b".utf8)])
  }

  @Test func `what came before an error is read, then the error is thrown`() async {
    let (bytes, error) = await read(body(["ab"], then: Broken()))
    #expect(bytes == Array("ab".utf8))
    #expect(error is Broken)
  }

  @Test func `after an error, nothing comes`() async throws {
    var iterator = body([], then: Broken()).makeAsyncIterator()
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `a second loop gets an error that says so`() async throws {
    let bytes = body(["ab"])
    for try await _ in bytes { break }
    let errors = [
      await read(bytes).1, await read(bytes.chunks).1, await read(bytes.lines).1, await read(bytes.events).1,
    ]
    for error in errors {
      #expect(error is EnvironmentBytes.AlreadyReadError)
      #expect(error?.localizedDescription.contains("It comes once") == true)
    }
  }

  @Test func `a task that waits for a piece and is cancelled gets URLError.cancelled`() async {
    let (stream, feed) = AsyncThrowingStream<Data, any Error>.makeStream()
    feed.yield(Data("a".utf8))
    let (isReading, begun) = AsyncStream<Void>.makeStream()
    let task = Task {
      var count = 0
      for try await _ in EnvironmentBytes(stream) {
        count += 1
        begun.yield()
      }
      return count
    }
    for await _ in isReading { break }
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a cancelled task gets nothing of what is there`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await EnvironmentBytes("a").whole()
    }
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `the source is let go of when it has ended, and when nobody can read it`() async throws {
    final class Source: Sendable {
      func next() -> Data? { nil }
    }
    weak var source: Source?
    func body() -> EnvironmentBytes {
      let made = Source()
      source = made
      return EnvironmentBytes(of: URLRequest(url: URL(filePath: "/"))) { made.next() }
    }
    let read = body()
    #expect(try await read.whole().isEmpty)
    #expect(source == nil)
    var dropped: EnvironmentBytes? = body()
    #expect(source != nil && dropped != nil)
    dropped = nil
    #expect(source == nil)
  }

  @Test func `a megabyte in small pieces is whole`() async throws {
    let all = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let pieces = stride(from: 0, to: all.count, by: 997).map { all[$0..<min($0 + 997, all.count)] }
    let (stream, feed) = AsyncStream<Data>.makeStream()
    for piece in pieces { feed.yield(piece) }
    feed.finish()
    var bytes = Data()
    for try await byte in EnvironmentBytes(stream) { bytes.append(byte) }
    #expect(bytes == all)
  }
}
