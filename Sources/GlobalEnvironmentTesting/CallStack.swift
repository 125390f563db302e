#if os(Linux) && canImport(Runtime)
  import Runtime
#else
  import Foundation
#endif

/// The functions that are running at one moment.
struct CallStack: Sendable {
  #if os(Linux) && canImport(Runtime)
    private let backtrace: Backtrace?

    /// Takes those of this thread. Their names come later, as finding them takes milliseconds; their lines would take seconds.
    static func current() -> CallStack {
      CallStack(backtrace: try? Backtrace.capture(limit: 32))
    }

    private var names: [(mangled: String, readable: String)] {
      let frames = backtrace?.symbolicated(options: [])?.frames
      return frames?.compactMap { frame in frame.symbol.map { ($0.rawName, $0.name) } } ?? []
    }
  #else
    private let symbols: [String]

    /// Takes those of this thread.
    static func current() -> CallStack {
      CallStack(symbols: Array(Thread.callStackSymbols.prefix(32)))
    }

    private var names: [(mangled: String, readable: String)] {
      symbols.compactMap { symbol in
        // Such as "4  AppTests  0x0000000102a4c2f4 $s8AppTests11SearchModelC4loadyyF + 32".
        let name = symbol.split(separator: " ").first { $0.hasPrefix("$s") }.map(String.init)
        return name.map { ($0, Self.demangled($0)) }
      }
    }

    private static func demangled(_ name: String) -> String {
      guard let text = demangle(name, UInt(name.utf8.count), nil, nil, 0) else { return name }
      defer { free(text) }
      return String(cString: text)
    }
  #endif

  /// The innermost function that is neither of this package nor of the system, such as `SearchModel.load()`; nil where the program has
  /// no names.
  var caller: String? {
    names.first { name in
      // The compiler's own functions stand between two of the user's.
      if name.readable.hasPrefix("thunk for") || name.readable.hasPrefix("partial apply") { return false }
      return Self.module(ofMangled: name.mangled).map { !Self.isSkipped($0) } ?? false
    }?.readable
  }

  /// The module in which a Swift function was declared, by its name in the binary.
  ///
  /// A mangled name begins with its module, and before that its length: `$s8AppTests…`.
  static func module(ofMangled name: String) -> String? {
    guard name.hasPrefix("$s") else { return nil }
    let rest = name.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count > 0 else { return nil }
    return String(rest.dropFirst(digits.count).prefix(count))
  }

  private static func isSkipped(_ module: String) -> Bool {
    [
      "GlobalEnvironment", "GlobalEnvironmentMocks", "GlobalEnvironmentTesting", "GlobalEnvironmentCombine",
      "Foundation", "Dispatch",
    ].contains(module)
  }
}

#if !(os(Linux) && canImport(Runtime))
  /// Of the Swift runtime: returns the readable name of a function, which the caller frees.
  @_silgen_name("swift_demangle")
  private func demangle(
    _ name: UnsafePointer<CChar>, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
    _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
  ) -> UnsafeMutablePointer<CChar>?
#endif
