import GlobalEnvironment
import GlobalEnvironmentMocks

/// Recognizes functions that the compiler has wrapped.
///
/// When a function passes through generic code, such as a key path or an endpoint of your own, the compiler wraps it each time
/// in a small function, a reabstraction thunk, that only calls it. The thunk's context is a box that holds that one function.
enum WrappedFunctions {
  /// Whether both are the same function once they are unwrapped. Takes milliseconds for those that differ.
  static func areSame(_ one: FunctionFields.Function, _ other: FunctionFields.Function) -> Bool {
    one == other || isLayoutKnown && unwrapped(one) == unwrapped(other)
  }

  /// Whether a function that is wrapped here can be unwrapped.
  private static let isLayoutKnown: Bool = {
    let function: @Sendable (Int) -> Int = { [number = passed(1)] in $0 + number }
    func words(_ function: @escaping @Sendable (Int) -> Int) -> FunctionFields.Function {
      unwrapped(unsafeBitCast(Bits(function: function), to: FunctionFields.Function.self))
    }
    return words(function) == words(passed(function))
  }()

  private struct Bits {
    let function: @Sendable (Int) -> Int
  }

  /// Returns a value as it is; here the compiler does not know that it is a function.
  @inline(never) private static func passed<Value>(_ value: Value) -> Value { value }

  private static func unwrapped(_ function: FunctionFields.Function) -> FunctionFields.Function {
    var function = function
    let memory = ReadableMemory()
    // A limit, so that this ends whatever is in memory. A function that is put back has a few wrappers.
    for _ in 0..<64 {
      guard isThunk(function.code), let inner = PrivateLayouts.wrappedFunction(in: function.context, memory) else {
        break
      }
      function = FunctionFields.Function(code: inner.code, context: inner.context)
    }
    return function
  }

  /// Whether the function at this address is a reabstraction thunk, by its mangled name; false where that is not known.
  private static func isThunk(_ code: UInt) -> Bool {
    // Of several with one name, LLVM numbers all but the first: `….227`.
    guard var name = CallStack.name(of: code)?.prefix(while: { $0 != "." }) else { return false }
    // An asynchronous function is known by its record, which says where it begins and what it needs.
    if name.hasSuffix("Tu") { name = name.dropLast(2) }
    return name.hasSuffix("TR") || name.hasSuffix("TRTA")
  }
}
