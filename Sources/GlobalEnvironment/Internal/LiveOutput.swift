// audit:allow-file output, descriptors, scheduling, process – this is the live output.

// No Foundation: it would bring a `stdout` along that Swift 6 does not let anybody use.
#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// Writes `text` to the standard output of the process, behind what `print` has written so far.
@usableFromInline func writeToStandardOutput(_ text: String) {
  LiveOutput.standardOutput.send(text) { fflush(stdout) }
}

/// Writes `text` to the standard error of the process.
@usableFromInline func writeToStandardError(_ text: String) {
  LiveOutput.standardError.send(text)
}

/// A file descriptor to which one text at a time is written.
///
/// Unlike `FileHandle` and `print`, it neither keeps text back nor ends the process when nobody reads any more.
final class LiveOutput: Sendable {
  static let standardOutput = LiveOutput(STDOUT_FILENO)
  static let standardError = LiveOutput(STDERR_FILENO)

  /// Held by who writes, for the whole of a text.
  private let descriptor: Locked<Int32>

  init(_ descriptor: Int32) {
    self.descriptor = Locked(descriptor)
  }

  /// Writes all of `text`, or as much as the system takes, and waits for a reader who is slow.
  ///
  /// - Parameter prepare: What must come first, with no other text in between.
  func send(_ text: String, after prepare: () -> Void = {}) {
    var text = text
    text.withUTF8 { bytes in
      descriptor.withLock { descriptor in
        withoutBrokenPipeSignal(of: descriptor) {
          prepare()
          send(UnsafeRawBufferPointer(bytes), to: descriptor)
        }
      }
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Somebody has told the other end, a terminal perhaps, not to wait.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  #if canImport(Darwin)
    /// Runs `body` so that a pipe without a reader is an error rather than the end of the process.
    ///
    /// The signal goes to the process there, and any thread may get it: so the file is told to send none. It is put back as it
    /// was, since children have the same file.
    private func withoutBrokenPipeSignal(of descriptor: Int32, _ body: () -> Void) {
      let isSilent = fcntl(descriptor, F_GETNOSIGPIPE) != 0
      if !isSilent { _ = fcntl(descriptor, F_SETNOSIGPIPE, 1) }
      body()
      if !isSilent { _ = fcntl(descriptor, F_SETNOSIGPIPE, 0) }
    }
  #else
    /// Runs `body` so that a pipe without a reader is an error for this thread rather than the end of the process.
    private func withoutBrokenPipeSignal(of descriptor: Int32, _ body: () -> Void) {
      var pipe = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      sigpending(&pending)
      // One that is pending already is somebody else's, and harms nobody as long as they block it.
      guard sigismember(&pending, SIGPIPE) == 0, pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0 else { return body() }
      body()
      sigpending(&pending)
      if sigismember(&pending, SIGPIPE) == 1 {
        var signal: Int32 = 0
        sigwait(&pipe, &signal)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
  #endif
}
