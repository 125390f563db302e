// audit:allow-file output, descriptors, scheduling, process – this is the live output.

// No Foundation: it would export a `stdout` that Swift 6 does not allow to be used.
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
/// Unlike `FileHandle` and `print`, it does not buffer text, and does not end the process when the reader is gone.
final class LiveOutput: Sendable {
  static let standardOutput = LiveOutput(STDOUT_FILENO)
  static let standardError = LiveOutput(STDERR_FILENO)

  /// Locked by the writer, for the whole of a text.
  private let descriptor: Locked<Int32>

  init(_ descriptor: Int32) {
    self.descriptor = Locked(descriptor)
  }

  /// Writes all of `text`, or as much as the system takes, and waits for a slow reader.
  ///
  /// - Parameter prepare: What must come first, with no other text in between.
  func send(_ text: String, after prepare: () -> Void = {}) {
    var text = text
    text.withUTF8 { bytes in
      descriptor.withLock { descriptor in
        Self.withoutBrokenPipeSignal(of: descriptor) {
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
        // Another process that shares the file, perhaps a terminal, has made it non-blocking.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  #if canImport(Darwin)
    private struct Silence {
      /// How many texts are being written, to any descriptor.
      var writers = 0
      /// Those whose files must send the signal again.
      var descriptors: [Int32] = []
    }

    private static let silence = Locked(Silence())

    /// Runs `body` so that a pipe without a reader is an error rather than the end of the process.
    ///
    /// The signal goes to the process there, and any thread may get it: so the file is set to send none. It is set back with
    /// the last text, since child processes share the file, and so may the other descriptor: `tool 2>&1`.
    static func withoutBrokenPipeSignal(of descriptor: Int32, _ body: () -> Void) {
      silence.withLock { silence in
        silence.writers += 1
        guard fcntl(descriptor, F_GETNOSIGPIPE) == 0 else { return }
        _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        silence.descriptors.append(descriptor)
      }
      body()
      silence.withLock { silence in
        silence.writers -= 1
        guard silence.writers == 0 else { return }
        for descriptor in silence.descriptors { _ = fcntl(descriptor, F_SETNOSIGPIPE, 0) }
        silence.descriptors = []
      }
    }
  #else
    /// Runs `body` so that a pipe without a reader is an error for this thread rather than the end of the process.
    static func withoutBrokenPipeSignal(of descriptor: Int32, _ body: () -> Void) {
      var pipe = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      sigpending(&pending)
      // A signal that is pending already belongs to other code, and does no harm as long as that code blocks it.
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
