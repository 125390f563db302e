import GlobalEnvironment

/// Recognizes functions that the compiler has wrapped.
///
/// When a function passes through generic code, such as a key path or an endpoint of your own, the compiler wraps it each time
/// in a small function, a reabstraction thunk, that only calls it. The thunk's context is a box that holds that one function.
enum WrappedFunctions {
  /// Whether both are the same function once they are unwrapped. Takes milliseconds for those that differ.
  static func areSame(_ one: FunctionFields.Function, _ other: FunctionFields.Function) -> Bool {
    one == other || unwrapped(one) == unwrapped(other)
  }

  private static func unwrapped(_ function: FunctionFields.Function) -> FunctionFields.Function {
    var function = function
    // A limit, so that this ends whatever is in memory. A function that is put back has a few wrappers.
    for _ in 0..<64 {
      guard isThunk(function.code), let box = UnsafeRawPointer(bitPattern: function.context) else { break }
      // Behind the header of every Swift object: its type and its reference count.
      let inner = box + 2 * MemoryLayout<UInt>.stride
      function = FunctionFields.Function(
        code: inner.load(as: UInt.self), context: inner.load(fromByteOffset: MemoryLayout<UInt>.stride, as: UInt.self))
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
