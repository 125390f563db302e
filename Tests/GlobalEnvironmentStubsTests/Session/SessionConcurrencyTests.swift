import Foundation
import GlobalEnvironmentTesting
import SendingRequests
import Testing

@testable import GlobalEnvironmentMocks
@testable import GlobalEnvironmentRecordings
@testable import GlobalEnvironmentStubs
@testable import GlobalEnvironmentTime
@testable import GlobalEnvironmentWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment(.mock))
struct SessionConcurrencyTests {
  private let request = URLRequest(to: "/posts")

  @Test func `64 mocks with 40 requests each to one URL get their own answers alone`() async throws {
    let request = request
    let texts = try await withThrowingTaskGroup(of: (Int, Set<String>).self) { group in
      for number in 0..<64 {
        group.addTask {
          let answers = Answers { request, receive in try Answers.text("\(number)", to: request, receive) }
          return try await withEnvironment(.mock(answeringWith: answers)) {
            (number, try await bodies(of: 40, like: request))
          }
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(texts.count == 64)
    for (number, texts) in texts { #expect(texts == ["\(number)"]) }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `a task with a handler that is known to its canceller before it begins ends`(isDelayed: Bool) async {
    Env.stub(.get("/posts"), isDelayed ? .text("late").delay(.milliseconds(1)) : .text("posts")).optional()
    let (session, request) = (Env.urlSession(), request)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<250 {
            let sending = Task { await send(request, through: session) }
            for _ in 0..<Int.random(in: 0..<20) { await Task.yield() }
            sending.cancel()
            await sending.value
          }
        }
      }
    }
  }

  /// Sends a request as code that bridges completion handlers does.
  private func send(_ request: URLRequest, through session: URLSession) async {
    let task = Locked<URLSessionDataTask?>(nil)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let sent = session.dataTask(with: request) { _, _, _ in continuation.resume() }
        task.withLock { $0 = sent }
        sent.resume()
        // It may have been cancelled before it was known.
        if Task.isCancelled { sent.cancel() }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }

  @Test func `a cancelled request ends with cancelled, and so does the work on its answer`() async throws {
    let (started, ended) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Bool.self))
    Env.answer { _, _ in
      started.continuation.yield()
      for await _ in AsyncStream<Int>.makeStream().stream {}
      ended.continuation.yield(Task.isCancelled)
    }
    let (session, request) = (Env.urlSession(), request)
    let task = Task { try await session.data(for: request) }
    _ = await started.stream.first { true }
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(error?.failingURL == request.url)
    #expect(await ended.stream.first { _ in true } == true)
  }

  @Test func `a task that is cancelled before it begins never reaches the stubs`() async throws {
    let answers = Answers()
    Env = .mock(answeringWith: answers)
    let error = await withCheckedContinuation { continuation in
      let task = Env.urlSession().dataTask(with: request) { continuation.resume(returning: $2) }
      task.cancel()
      task.resume()
    }
    #expect((error as? URLError)?.code == .cancelled)
    #expect(answers.requests.isEmpty)
  }

  @Test func `a suspended task gets its answer when it goes on`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    Env.answer { request, receive in
      for await _ in gate.stream { break }
      try Answers.text("patience", to: request, receive)
    }
    let text = await withCheckedContinuation { continuation in
      let task = Env.urlSession().dataTask(with: request) { data, _, _ in continuation.resume(returning: data?.text) }
      task.resume()
      task.suspend()
      gate.continuation.yield()
      task.resume()
    }
    #expect(text == "patience")
  }

  @Test func `an answer that comes while its task goes on ends that once`() async {
    Env.answer { request, receive in
      await Task.yield()
      try Answers.text("patience", to: request, receive)
    }
    let (session, request) = (Env.urlSession(), request)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<stressRounds / 8 {
            let text = await withCheckedContinuation { continuation in
              let task = session.dataTask(with: request) { data, _, _ in continuation.resume(returning: data?.text) }
              task.resume()
            }
            #expect(text == "patience")
          }
        }
      }
    }
  }

  @Test func `a cancellation that meets its answer ends once, one way or the other`() async throws {
    Env = .mock(answeringWith: Answers())
    let (session, request) = (Env.urlSession(), request)
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for round in 0..<stressRounds / 4 {
            let task = Task { try await session.data(for: request) }
            // A little later each time, and then again from the beginning.
            for _ in 0..<(round &* 7 &+ worker) % 40 { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let answer): #expect(answer.0.text == "/posts")
            case .failure(let error): #expect((error as? URLError)?.code == .cancelled)
            }
          }
        }
      }
    }
  }

  #if canImport(FoundationNetworking)
    @Test func `a session that cancels what has just ended has no client to tell`() async throws {
      Env = .mock(answeringWith: Answers())
      let session = Env.urlSession()
      let task = session.dataTask(with: request) { _, _, _ in }
      task.resume()
      while task.state != .completed { await Task.yield() }
      // As the session's own protocol of that task.
      let type = try #require(session.configuration.protocolClasses?.first as? URLProtocol.Type)
      let source = type.init(task: task, cachedResponse: nil, client: nil)
      #expect(source.client != nil)
      source.stopLoading()
      #expect(source.client == nil)
    }
  #endif

  @Test func `a completion handler is called once when its task is cancelled as the answer arrives`() async throws {
    Env = .mock(answeringWith: Answers())
    let (session, request) = (Env.urlSession(), request)
    for round in 0..<stressRounds / 4 {
      await withCheckedContinuation { continuation in
        let task = session.dataTask(with: request) { _, _, _ in continuation.resume() }
        task.resume()
        if round.isMultiple(of: 2) { DispatchQueue.global().async { task.cancel() } } else { task.cancel() }
      }
    }
  }
}

/// How often races are tried.
private let stressRounds = 1_000

/// Sends `count` requests at once, and returns the texts of the answers.
private func bodies(of count: Int, like request: URLRequest) async throws -> Set<String> {
  try await withThrowingTaskGroup(of: String.self) { group in
    for _ in 0..<count {
      group.addTask { try await Env.urlSession().data(for: request).0.text }
    }
    return try await group.reduce(into: []) { $0.insert($1) }
  }
}
