import GlobalEnvironment

/// Recognizes functions that the compiler has wrapped.
///
/// A function that passes generic code, an endpoint of one's own or a key path, is wrapped each time by a small function of
/// the compiler's, a reabstraction thunk, which only calls it. Its context is a box that holds that one function.
enum WrappedFunctions {
  /// Whether both are the same function once they are unwrapped. Takes milliseconds for those that differ.
  static func areSame(_ one: FunctionFields.Function, _ other: FunctionFields.Function) -> Bool {
    one == other || unwrapped(one) == unwrapped(other)
  }

  private static func unwrapped(_ function: FunctionFields.Function) -> FunctionFields.Function {
    var function = function
    // More than a few wrappers are no put back: so a damaged context cannot keep this going.
    for _ in 0..<64 {
      guard isThunk(function.code), let box = UnsafeRawPointer(bitPattern: function.context) else { break }
      // Behind the header of every Swift object: its type and its reference count.
      let inner = box + 2 * MemoryLayout<UInt>.stride
      function = FunctionFields.Function(
        code: inner.load(as: UInt.self), context: inner.load(fromByteOffset: MemoryLayout<UInt>.stride, as: UInt.self))
    }
    return function
  }

  /// Whether the function at this address is a reabstraction thunk, by the ending of its mangled name; false where names are
  /// not known.
  private static func isThunk(_ code: UInt) -> Bool {
    // Of several with one name, LLVM numbers all but the first: `….227`.
    guard let name = CallStack.name(of: code)?.prefix(while: { $0 != "." }) else { return false }
    return name.hasSuffix("TR") || name.hasSuffix("TRTA")
  }
}
