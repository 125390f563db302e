public import GlobalEnvironment
import Synchronization

/// The ways in which a program could hold its environment without this package.
///
/// They live in a module of their own because `Env` does: crossing a module costs something. They hold the package's own
/// struct, so that they never have fewer closures to carry than `Env` has.
public enum Textbook {

  /// The pattern as it is usually written: nothing guards it, so a write during a read crashes.
  nonisolated(unsafe) public static var unsafeGlobal = Environment()

  /// The same behind a lock: safe, but a read copies the struct and retains every closure of it.
  public static var guardedGlobal: Environment {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }

  private static let mutex = Mutex(Environment())

  /// What a bound scope costs at least: one look-up of a task-local.
  @TaskLocal public static var taskLocal = Box(Environment())

  /// Holds an environment behind one reference, which is cheaper to look up than a wide struct.
  public final class Box: Sendable {
    /// What the box holds.
    public let environment: Environment

    /// Creates a box that holds `environment`.
    public init(_ environment: Environment) {
      self.environment = environment
    }
  }
}
