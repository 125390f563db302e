/// Compares values whose stored properties are all functions.
///
/// Functions cannot be compared in Swift, but two copies of one have the same bits: the addresses of code and context.
package enum FunctionFields {
  /// The bits of a function.
  package struct Function: Hashable, Sendable {
    package var code: UInt
    package var context: UInt

    package init(code: UInt, context: UInt) {
      (self.code, self.context) = (code, context)
    }
  }

  /// Decides whether two functions are the same.
  package typealias Comparison = (Function, Function) -> Bool

  /// How many bytes one function takes.
  static var width: Int { MemoryLayout<Function>.stride }

  /// Takes from `current` each function of `mine` that has not been changed since `base`.
  ///
  /// For a type that is made of functions alone. `base` keeps the contexts alive, so that no new one can get an old address.
  static func takeUnchanged<Value>(of mine: inout Value, since base: UnsafePointer<Value>, from current: Value) {
    // Swapping the bits of two owned values moves ownership with them: each value still owns all that it holds.
    var spare = current
    withUnsafeMutableBytes(of: &spare) { spare in
      withUnsafeMutableBytes(of: &mine) { mine in
        for offset in stride(from: 0, to: MemoryLayout<Value>.size, by: width) {
          let before = UnsafeRawPointer(base).load(fromByteOffset: offset, as: Function.self)
          let after = mine.load(fromByteOffset: offset, as: Function.self)
          guard before == after else { continue }
          mine.storeBytes(
            of: spare.load(fromByteOffset: offset, as: Function.self), toByteOffset: offset, as: Function.self)
          spare.storeBytes(of: after, toByteOffset: offset, as: Function.self)
        }
      }
    }
  }

  /// Whether the functions at `offset` of two values are the same: have the same bits, unless `isSame` decides otherwise.
  static func isSame(
    at offset: Int, _ value: UnsafeRawPointer, _ other: UnsafeRawPointer, by isSame: Comparison = { $0 == $1 }
  ) -> Bool {
    isSame(value.load(fromByteOffset: offset, as: Function.self), other.load(fromByteOffset: offset, as: Function.self))
  }

  /// Whether a value of this type is a function, or a struct of functions and of structs of functions.
  static func areAll<Value>(in type: Value.Type) -> Bool {
    names(in: type).map { $0.count * width == MemoryLayout<Value>.size } ?? false
  }

  /// Ends a debug build where a stored property of `type` is no function, but for the last: all others are compared as such.
  static func assertAllButLast(in type: (some Any).Type) {
    assert(
      (0..<max(storedPropertyCount(type) - 1, 0)).allSatisfy { names(in: property(of: type, at: $0).type) == [""] },
      "A stored property of \(type) is no function. Scopes compare all but the last as functions, so a write might be lost."
    )
  }

  /// The name of the first function that differs in two values of this type; nil where that is not made of functions.
  static func nameOfDifference<Value>(_ one: Value, _ other: Value) -> String? {
    guard areAll(in: Value.self), let names = names(in: Value.self) else { return nil }
    return withUnsafePointer(to: one) { one in
      withUnsafePointer(to: other) { other in
        names.enumerated().first { !isSame(at: $0.offset * width, one, other) }?.element
      }
    }
  }

  /// The names of the functions that a value of `type` is made of, in their order: `inner.track`; of one that is a value by
  /// itself, an empty one. Nil if there may be anything else in it.
  ///
  /// By the declared types: a mirror shows what is in an existential, which is stored in another way.
  private static func names(in type: Any.Type) -> [String]? {
    // The first word of a type's metadata is its kind, which the ABI fixes.
    switch unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
    case 0x302: return [""]  // a function
    case 0x200:  // a struct
      var all: [String] = []
      for index in 0..<storedPropertyCount(type) {
        let (name, type) = property(of: type, at: index)
        guard let inner = names(in: type) else { return nil }
        all += inner.map { $0.isEmpty ? name : "\(name).\($0)" }
      }
      return all
    default: return nil
    }
  }

  private static func property(of type: Any.Type, at index: Int) -> (name: String, type: Any.Type) {
    var field = StoredProperty()
    defer { field.free?(field.name) }
    let type = storedProperty(type, index, &field)
    return (field.name.map { String(cString: $0) } ?? "", type)
  }
}

// Functions of the Swift runtime, which `Mirror` itself asks.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func storedPropertyCount(_ type: Any.Type) -> Int

/// Returns the type of a stored property. The caller frees its name.
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func storedProperty(_ type: Any.Type, _ index: Int, _ field: UnsafeMutablePointer<StoredProperty>) -> Any.Type

/// The runtime's `_FieldReflectionMetadata`.
private struct StoredProperty {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}
