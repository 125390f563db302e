import Foundation
import Synchronization

/// What a test-support module adds to the core, which imports no test framework.
package struct TestHooks: Sendable {

  /// What somebody is about to do with a scope.
  package enum Access: Sendable {
    case read, write
    /// Keep it, to run code in it later.
    case hold
  }

  /// Returns the scope of the test that runs here; nil outside any test, and for a test that has none so far and reads.
  package var scope: @Sendable (Access) -> EnvironmentScope?

  /// Makes the running test fail with a message.
  package var report: @Sendable (String, SourcePlace?) -> Void

  package init(
    scope: @escaping @Sendable (Access) -> EnvironmentScope?,
    report: @escaping @Sendable (String, SourcePlace?) -> Void
  ) {
    self.scope = scope
    self.report = report
  }

  /// The address of a box that holds the hooks, or zero. A word, so that code without hooks takes no lock.
  private static let installed = Atomic<UInt>(0)

  private final class Box: Sendable {
    let hooks: TestHooks
    init(_ hooks: TestHooks) { self.hooks = hooks }
  }

  /// Puts `hooks` in place for the whole process, for good.
  package static func install(_ hooks: TestHooks) {
    let box = Unmanaged.passRetained(Box(hooks))
    installed.store(UInt(bitPattern: box.toOpaque()), ordering: .releasing)
  }

  private static var current: TestHooks? {
    // The box is never released: whoever reads its address may use it.
    UnsafeRawPointer(bitPattern: installed.load(ordering: .acquiring)).map {
      Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().hooks
    }
  }

  static func scope(for access: Access) -> EnvironmentScope? {
    current?.scope(access)
  }

  /// Reports that this package was misused: to the running test, or on standard error where no test framework is linked.
  package static func report(_ message: String, at place: SourcePlace? = nil) {
    if let hooks = current {
      hooks.report(message, place)
    } else {
      let prefix = place.map { "\($0): " } ?? ""
      FileHandle.standardError.write(Data("\(prefix)GlobalEnvironment: \(message)\n".utf8))
    }
  }
}
