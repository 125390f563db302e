import Dispatch
import Foundation

/// A test that can never end, although its issue has been recorded: it waits for what nobody will bring about.
///
/// Swift Testing cannot leave a test behind, and would wait for it for ever. So the process ends, and fails, once nothing
/// else goes on in it.
enum EndlessTest {
  /// For how long the process must have done nothing, in seconds of real time.
  private static let patience = 10

  /// Lets the process end when the test `name`, and others like it, are all that is left.
  static func leaveBehind(_ name: String) {
    exitWhenIdle(name, quietSeconds: 0, processorTime: clock())
  }

  private static func exitWhenIdle(_ name: String, quietSeconds: Int, processorTime: clock_t) {
    if quietSeconds >= patience {
      let message = "GlobalEnvironment: \(name) can never end, and nothing else goes on: the process ends here.\n"
      FileHandle.standardError.write(Data(message.utf8))
      exit(EXIT_FAILURE)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) {
      let now = clock()
      // Some hundredths of a second go into this and into other timers.
      let isQuiet = Int(now - processorTime) < Int(CLOCKS_PER_SEC) / 20
      exitWhenIdle(name, quietSeconds: isQuiet ? quietSeconds + 1 : 0, processorTime: now)
    }
  }
}
