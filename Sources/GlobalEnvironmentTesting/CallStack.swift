import Foundation
import GlobalEnvironmentMocks
import GlobalEnvironmentTestingLoad

/// The functions that are running at one moment.
struct CallStack: Hashable {
  /// Where each function continues, the innermost first. Equal ones are of the same functions.
  let addresses: [UInt]

  /// Returns those of this thread, and those known to wait for them. Their names come later: they take milliseconds.
  static func current() -> CallStack {
    // A waiting function continues with its first instruction; the others continue after a call.
    let waiting = WaitingFunctions.current.map { $0 + 1 }
    return CallStack(addresses: Thread.callStackReturnAddresses.prefix(32).map(\.uintValue) + waiting)
  }

  /// The innermost function of the program that is neither of this package nor made by the compiler, such as
  /// `SearchModel.load()`; nil where the program has no names.
  var caller: String? {
    for address in addresses {
      if let known = Self.callers.withLock({ $0[address] }) {
        if let known { return known }
        continue
      }
      let name = Self.name(at: address).flatMap { Self.moduleOfCaller(named: $0) == nil ? nil : $0 }
      let caller = name.map { Self.withoutMangledNames(Self.demangled(Self.withoutPart($0))) }
      Self.callers.withLock { $0[address] = .some(caller) }
      if let caller { return caller }
    }
    return nil
  }

  /// The functions that were found, by the address at which they continue; nil for others than the program's.
  private static let callers = Locked<[UInt: String?]>([:])

  /// The names of the functions, the innermost first. Each takes milliseconds.
  var names: some Sequence<String> {
    addresses.lazy.compactMap(Self.name(at:)).map { Self.demangled(Self.withoutPart($0)) }
  }

  /// Whether a sleep of the environment is among them.
  var isSleep: Bool { names.contains { $0.hasPrefix("GlobalEnvironment.Environment.sleep.getter") } }

  /// Returns the module of the function that will continue at `address`, if it is one that the program has written itself.
  static func moduleOfCaller(at address: UInt) -> String? { name(at: address).flatMap(moduleOfCaller) }

  private static func moduleOfCaller(named name: String) -> String? {
    let name = withoutPart(name)
    // The compiler's own functions, between two of the user's, are known by their endings.
    guard let module = module(ofMangled: name), !isSkipped(module), !name.hasSuffix("TR"), !name.hasSuffix("TA") else {
      return nil
    }
    return module
  }

  /// Returns the mangled name of the function that will continue at `address`.
  private static func name(at address: UInt) -> String? {
    // The call is before the place where the function continues.
    name(of: address &- 1)
  }

  /// Returns the mangled name of the function in which `address` is. Takes milliseconds.
  static func name(of address: UInt) -> String? {
    guard let call = UnsafeRawPointer(bitPattern: address) else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { name in
      guard let start = name.baseAddress, global_environment_function_name(call, start, name.count) else { return nil }
      return String(cString: start)
    }
  }

  /// The module of a Swift function: its mangled name begins with that, after the length of that: `$s8AppTests…`.
  static func module(ofMangled name: String) -> String? {
    guard name.hasPrefix("$s") else { return nil }
    let rest = name.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count > 0 else { return nil }
    return String(rest.dropFirst(digits.count).prefix(count))
  }

  /// The name of a function by that of one of its parts: the compiler cuts an asynchronous function where it waits, and adds
  /// `TY2_` or `TQ2_` to the name of the third part.
  private static func withoutPart(_ name: String) -> String {
    guard name.hasSuffix("_") else { return name }
    let whole = name.dropLast().reversed().drop { $0.isASCII && $0.isNumber }
    return whole.starts(with: "YT") || whole.starts(with: "QT") ? String(whole.dropFirst(2).reversed()) : name
  }

  private static func isSkipped(_ module: String) -> Bool {
    packageModules.contains(module[...]) || ["Foundation", "Dispatch", "Testing", "XCTest"].contains(module)
  }

  /// Returns the readable name of a function with words in place of the mangled names that macros give to what they make, such
  /// as `static App.Tests.($s3App5TestsV4load4TestfMp_…fMu_ in _D3C6…)@Sendable () async throws -> ()`.
  static func withoutMangledNames(_ name: String) -> String {
    name.replacing(
      #/(?:static )?(?:([\w.]+)\.)?\(?[^\s.()]*\$s(\w+)(?: in _[0-9A-F]+)?\)?(?:@Sendable )?(?:\(\))?(?: async)?(?: throws)?(?: -> \(\))?/#
    ) { match in
      let macro = match.2.firstMatch(of: #/\d([A-Za-z]+)fMp_/#).map { "@\($0.1)" } ?? "a macro"
      return "a function made by \(macro)\(match.1.map { " in \($0)" } ?? "")"
    }
  }

  private static func demangled(_ name: String) -> String {
    guard let text = demangle(name, UInt(name.utf8.count), nil, nil, 0) else { return name }
    defer { free(text) }
    // A private type is named with its file: `(Model in _D3C6…)`.
    return String(cString: text).replacing(#/\((\w+) in _[0-9A-F]+\)/#) { String($0.1) }
  }
}

/// Of the Swift runtime: returns the readable name of a function, which the caller frees.
@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
