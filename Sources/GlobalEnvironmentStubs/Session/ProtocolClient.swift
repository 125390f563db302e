// audit:allow-file clock – URL sessions live in real time.

import Foundation
import GlobalEnvironment
import GlobalEnvironmentTime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way to one task of a URL session.
///
/// `@unchecked` holds because nothing of it is set after the initialiser, and the client is called on the queue or thread
/// that each method names.
struct ProtocolClient: @unchecked Sendable {
  let source: URLProtocol
  let client: any URLProtocolClient
  let task: URLSessionTask
  #if !canImport(FoundationNetworking)
    /// Where the client is called.
    let thread = ClientThread()
  #endif

  /// Whether the task waits for an answer just now; one that is suspended asks again when it resumes.
  var isOpen: Bool { task.state == .running }

  /// Whether the session will soon ask its protocol to stop.
  var isBeingCancelled: Bool { task.state == .canceling }

  /// What is wrong with an answer that has no response, if the task has got none.
  var missingResponse: URLError? { task.response == nil ? URLError(.badServerResponse) : nil }

  #if canImport(FoundationNetworking)
    /// Makes the session call `startLoading` once more, on its queue.
    ///
    /// Resuming a task that runs does just that. A task that its user suspends at this very moment continues, as it could
    /// have done a moment earlier.
    func callBack() {
      if isOpen { task.resume() }
    }
  #else
    /// Whether the task waits until its user resumes it.
    var isSuspended: Bool { task.state == .suspended }
  #endif

  /// Sends parts of an answer. Called on the queue of the session; on Apple's platforms on the thread of the client.
  func send(_ parts: [HTTPStubs.Part]) {
    for part in parts {
      #if !canImport(FoundationNetworking)
        // The session may have ended it when it got the previous part.
        if thread.isStopped { return }
      #endif
      switch part {
      case .response(let response):
        client.urlProtocol(source, didReceive: response.withoutChallenge, cacheStoragePolicy: .notAllowed)
      case .body(let chunk):
        if !chunk.isEmpty { client.urlProtocol(source, didLoad: chunk) }
      }
    }
  }

  /// The queue on which the session's delegate hears one thing after another. Nil where that cannot be seen, and while it is
  /// suspended. Nil, too, where it runs several operations at once: one of these may wait for the answer.
  var queueOfDelegate: OperationQueue? {
    #if canImport(FoundationNetworking)
      if let queue = task.sessionOfItsOwn?.delegateQueue, !queue.isSuspended, queue.maxConcurrentOperationCount == 1 {
        return queue
      }
    #endif
    return nil
  }

  /// Calls `done` when the session's delegate has been told what was sent. Calls it at once where that cannot be seen, and
  /// where the delegate's queue is suspended.
  func afterwards(_ done: @escaping @Sendable () -> Void) {
    #if canImport(FoundationNetworking)
      if let queue = task.sessionOfItsOwn?.delegateQueue, !queue.isSuspended { return queue.afterwards(done) }
    #endif
    done()
  }

  /// Reports how the task ended. Called where parts are sent, once.
  ///
  /// On Linux, `data(for:)` continues inside this call, on this very queue. If its task is cancelled at that moment, the
  /// cancelling thread holds a lock that this call needs, and waits for this queue: forever. So another queue makes the
  /// call. This queue waits meanwhile, to keep the session still, until the call waits for something. Then it lets the
  /// cancellation pass, which finds nothing left to cancel. Where it is known that nothing continues inside the
  /// call, no other queue is needed.
  ///
  /// `time` stands still meanwhile. `whenSaid` is called when the caller of the session, or its queue, has been notified.
  func close(_ error: (any Error)?, in time: VirtualTime?, whenSaid: (@Sendable () -> Void)?) {
    #if canImport(FoundationNetworking)
      if task.isContinuedInline == false { return closeHere(error, in: time, whenSaid: whenSaid) }
      let (thread, isSaid) = (Locked<UInt>(0), DispatchSemaphore(value: 0))
      let queue = QueueStage.end.queue("GlobalEnvironment.ProtocolClient")
      // audit:allow scheduling – finds a thread of Foundation’s
      queue.async {
        thread.replace(with: ThreadState.current)
        closeHere(error, in: time, whenSaid: whenSaid)
        isSaid.signal()
      }
      var hasWaited = false
      // audit:allow scheduling – it waits for a thread of Foundation, which virtual time does not move
      while isSaid.wait(timeout: .now() + .milliseconds(5)) == .timedOut, !hasWaited {
        let thread = thread.withLock { $0 }
        hasWaited = thread != 0 && !ThreadState.isRunnable(thread)
      }
    #else
      if !thread.isStopped { say(error) }
      whenSaid?()
    #endif
  }

  #if canImport(FoundationNetworking)
    private func closeHere(_ error: (any Error)?, in time: VirtualTime?, whenSaid: (@Sendable () -> Void)?) {
      ThreadLocalSlot.hiddenChallenge.set { say(error) }
      // A completion handler and a delegate are called on their own queue.
      if let whenSaid { if time?.driver.isRun == true { afterwards(whenSaid) } else { whenSaid() } }
    }
  #endif

  private func say(_ error: (any Error)?) {
    if let error {
      client.urlProtocol(source, didFailWithError: error)
    } else {
      finish()
    }
  }

  /// Reports that all of an answer has come, on the calling thread. Called once, where parts are sent and no caller can
  /// wait for it yet.
  func finish() { client.urlProtocolDidFinishLoading(source) }
}
