import Foundation
import GlobalEnvironment

/// What this package knows of the memory of the concurrency runtime; nothing else knows it.
///
/// No part is used before a ``LayoutTrial`` has shown it. Until then no task belongs to a run, and no message names an
/// asynchronous function. The numbers are of words, unless they are of bits or kinds. They come from the runtime's `Task.h`,
/// `TaskLocal.h`, `Job.h` and `MetadataValues.h`.
package struct PrivateLayouts: Equatable, Sendable {
  /// The word of a job whose first half has its flags. The second half has the number of its task.
  var flags = 4
  /// The bit of those flags that child tasks have.
  var childBit = 24
  /// The bit that tasks of `async let` have.
  var asyncLetBit = 28
  /// The kind of the first of three sorts of actors' turns.
  var turns = 192

  /// The word of a task with the function in which it continues.
  var function = 6 + 2 * MemoryLayout<UInt32>.size / MemoryLayout<UInt>.size
  /// How far behind it the context of that function is.
  var context = 1
  /// The word of a context with the one around it.
  var outerContext = 0
  /// The word of a context with the function to which it returns.
  var returning = 1

  /// The word of a task with its status, and the bit of that which a task has that has ended.
  var status = 12
  var endBit = 13

  /// The words of an item of the list of task-local values: its key, and its value.
  var localKey = 1
  var localValue = 3
  /// The bit of an item's first word that marks have. Since Swift 6.1, a mark is this one word alone.
  var markBit = MemoryLayout<UInt>.size.trailingZeroBitCount - 1

  /// The word of a wrapped function's context with that function: behind the header of every Swift object. It is tried where it
  /// is used.
  var wrapped = 2

  /// All of them, by name.
  static let fields: [String: any WritableKeyPath<PrivateLayouts, Int> & Sendable] = [
    "flags": \.flags, "childBit": \.childBit, "asyncLetBit": \.asyncLetBit, "turns": \.turns, "function": \.function,
    "context": \.context, "outerContext": \.outerContext, "returning": \.returning, "status": \.status,
    "endBit": \.endBit, "localKey": \.localKey,
    "localValue": \.localValue, "markBit": \.markBit, "wrapped": \.wrapped,
  ]

  /// The name of the environment variable that shifts some of them, as in `flags=1,markBit=-1`; for the tests of this package.
  static let shiftVariable = "GLOBAL_ENVIRONMENT_LAYOUTS"

  /// Returns the function that is in the context of a wrapped one, as code and context; nil where there is none.
  package static func wrappedFunction(in context: UInt, _ memory: ReadableMemory) -> (code: UInt, context: UInt)? {
    guard let code = memory.word(assumed.wrapped, of: context) else { return nil }
    return memory.word(assumed.wrapped + 1, of: context).map { (code, $0) }
  }

  /// What this process goes by.
  static let assumed: PrivateLayouts = {
    var layouts = PrivateLayouts()
    for shift in (Environment.live.environmentVariable(shiftVariable) ?? "").split(separator: ",") {
      let parts = shift.split(separator: "=").map(String.init)
      if parts.count == 2, let field = fields[parts[0]], let words = Int(parts[1]) { layouts[keyPath: field] += words }
    }
    return layouts
  }()

  /// What a trial has shown.
  struct Findings: Sendable {
    /// The word of a task where its list of task-local values begins.
    let locals: Int
    /// Whether the functions of waiting tasks show.
    let areFunctionsShown: Bool
    /// Whether it shows which tasks are ready or run.
    let isStatusShown: Bool
  }

  private static let findings = WriteOnce<Findings>()
  private static let missing = Locked<String?>(nil)

  /// What has shown in this process; nil where virtual time cannot go by it.
  static var found: Findings? { findings.value }

  /// Tries what is assumed. Call it once, when the seam is in place.
  static func prepare() {
    switch LayoutTrial(of: assumed).outcome {
    case .success(let found): findings.set(found)
    case .failure(let error): missing.replace(with: error.part)
    case nil: break
    }
  }

  /// Why no run in virtual time can begin, in a sentence; nil where one can, and where the seam itself is missing.
  static var refusal: LayoutError? { missing.withLock { $0 }.map { LayoutError(part: $0) } }
}

/// The runtime keeps something in another way than this package knows.
struct LayoutError: DescribedError, Equatable {
  /// What has not shown, as a subject in the plural.
  let part: String

  var description: String {
    """
    Virtual time cannot run in this process: \(part) do not show in the concurrency runtime (\(Self.runtime)) as this \
    version of GlobalEnvironment expects. Use a newer version of it, or a toolchain that its README names; a mock's time \
    can still be moved by hand, with Env.time.advance(by:).
    """
  }

  private static var runtime: String {
    #if compiler(>=6.4)
      let compiler = "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      let compiler = "Swift 6.3"
    #else
      let compiler = "Swift 6.2"
    #endif
    // audit:allow process – the runtime says so in a variable, since Swift 5.7; it is raised when layouts change.
    let version = dlsym(dlopen(nil, RTLD_NOW), "_swift_concurrency_debug_internal_layout_version")?.load(
      as: UInt32.self)
    return "built with \(compiler), layout version \(version.map(String.init) ?? "unknown")"
  }
}
