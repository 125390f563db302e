#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a symbol is declared, as a rule spells it: `Foundation.Date.init()`, `Swift.print(_:separator:terminator:)`.
///
/// The modules that form Foundation, or Swift's own library, have one name each, as they differ between platforms. So do
/// classes that are the same in Objective-C and Swift: `NSDateFormatter` is `Foundation.DateFormatter`.
package struct SymbolPath: Hashable, Sendable, CustomStringConvertible {
  /// The module and the types around it: `Foundation.Date`, `Swift`.
  package var owner: String
  /// The name with its labels: `init()`, `now`, `sleep(for:tolerance:clock:)`.
  package var member: String
  /// Whether it is a member of the type rather than of a value.
  package var isStatic: Bool
  /// The module of the extension that declares it, if that is another one than its type's and none of the system's.
  private(set) var extender: String?

  package init(owner: String, member: String, isStatic: Bool = false) {
    self.owner = owner
    self.member = member
    self.isStatic = isStatic
  }

  package var description: String { "\(isStatic ? "static " : "")\(owner).\(member)" }

  /// Reads a symbol of the index; nil when its USR has a form that no rule can have.
  ///
  /// - Parameter usr: The Unified Symbol Resolution: a mangled name after `s:`, or a description of a C symbol after `c:`.
  package init?(name: String, usr: String) {
    member = name
    if usr.hasPrefix("s:") {
      guard let text = demangled("$s" + usr.dropFirst(2)) else { return nil }
      let qualified = QualifiedName(text)
      isStatic = qualified.isStatic
      guard let owner = qualified.owner else { return nil }
      self.owner = Self.common(owner)
      let module = qualified.extender.flatMap { $0 == owner[0] ? nil : Self.common([$0]) }
      extender = module.flatMap { Self.isOfSystem($0) ? nil : $0 }
    } else if usr.hasPrefix("c:objc(cs)") {
      let name = usr.dropFirst("c:objc(cs)".count).prefix { $0 != "(" }
      isStatic = usr.contains("(cm)") || usr.contains("(cpy)")
      owner = Self.common(["__C", String(name)])
    } else if usr.hasPrefix("c:@M@") || usr.hasPrefix("c:@CM@") {
      // What Swift shows to Objective-C: a module, or that of the extension and that of the class, which may be none.
      guard let match = usr.prefixMatch(of: /c:@C?M@(\w+)@(?:(\w*)@)?objc\(cs\)([^(]+)/) else { return nil }
      isStatic = usr.contains("(cm)") || usr.contains("(cpy)")
      owner = Self.common([match.2.map { $0.isEmpty ? "__C" : String($0) } ?? String(match.1), String(match.3)])
      extender = match.2 == nil || Self.isOfSystem(String(match.1)) ? nil : String(match.1)
    } else if usr.hasPrefix(Self.standardOfCxx) {
      guard let owner = Self.ownerInCxx(usr, of: name) else { return nil }
      isStatic = false
      self.owner = owner
    } else if usr.hasPrefix("c:@F@") || usr == "c:@" + name || Self.streamsOfApple[name] == usr, !usr.contains("#") {
      // A function or a variable. If private to a file, its USR begins with that file; in C++ it has types after a `#`.
      isStatic = false
      owner = "C"
    } else {
      return nil
    }
  }

  /// How the USRs of the standard library of C++ begin.
  private static let standardOfCxx = "c:@N@std@"

  /// Returns `std` and the namespaces and classes around a function or a variable of it, without those that only its
  /// versions have: `std.chrono.system_clock` for `c:@N@std@N@chrono@N@_V2@S@system_clock@F@now#S`.
  private static func ownerInCxx(_ usr: String, of name: String) -> String? {
    let parts = usr.dropFirst("c:@".count).split(separator: "@", omittingEmptySubsequences: false)
    var owner: [Substring] = []
    var index = 0
    while index + 1 < parts.count, parts[index] == "N" || parts[index].hasPrefix("S") {
      let isVersion = parts[index] == "N" && parts[index + 1].hasPrefix("_")
      if !isVersion { owner.append(parts[index + 1]) }
      index += 2
    }
    guard index < parts.count else { return nil }
    let isFunction = parts[index] == "F" || parts[index].hasPrefix("FT")
    guard isFunction || index + 1 == parts.count && parts[index] == name else { return nil }
    // A stream that is made without a name opens no file.
    if isFunction, let made = owner.last, made.hasSuffix("stream"), usr.hasSuffix("@F@\(made)#") { return nil }
    return owner.joined(separator: ".")
  }

  /// Whether a property of this USR is an `Int`.
  static func isInteger(_ usr: String) -> Bool {
    usr.hasPrefix("s:") ? demangled("$s" + usr.dropFirst(2))?.hasSuffix(" : Swift.Int") == true : true
  }

  /// Whether a path begins with a module of the system, by its common name.
  static func isOfSystem(_ path: String) -> Bool {
    let module = path.prefix { $0 != "." }
    return module.hasPrefix("_") || modulesOfSystem.contains(String(module))
  }

  private static let modulesOfSystem: Set = [
    "AppKit", "C", "Combine", "CoreFoundation", "CryptoKit", "Dispatch", "Foundation", "Network", "ObjC", "ObjectiveC",
    "Swift", "SwiftUI", "System", "UIKit", "XCTest", "os",
  ]

  private static func common(_ path: [String]) -> String {
    var path = path
    switch path[0] {
    case "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML":
      path[0] = "Foundation"
    case "_Concurrency", "_StringProcessing": path[0] = "Swift"
    case "Glibc", "Musl", "Darwin": path[0] = "C"
    case "__C" where path.count > 1: path[0...1] = [common(ofClass: path[1])]
    case "__C": path[0] = "ObjC"
    default: break
    }
    return path.joined(separator: ".")
  }

  private static func common(ofClass name: String) -> String {
    if let known = renamed[name] { return known }
    if namesakes.contains(name) { return "Foundation." + name }
    return name.hasPrefix("NS") ? "Foundation." + name.dropFirst(2) : "ObjC." + name
  }

  /// Classes that have another name in Swift.
  private static let renamed = [
    "NSTask": "Foundation.Process", "OS_dispatch_group": "Dispatch.DispatchGroup",
    "OS_dispatch_io": "Dispatch.DispatchIO", "OS_dispatch_queue": "Dispatch.DispatchQueue",
    "OS_dispatch_semaphore": "Dispatch.DispatchSemaphore", "OS_dispatch_source": "Dispatch.DispatchSource",
  ]

  /// Classes that keep their prefix in Swift, most as the name without its first two letters is another type's.
  private static let namesakes: Set = [
    "NSArray", "NSAttributedString", "NSCalendar", "NSCharacterSet", "NSCondition", "NSConditionLock", "NSData",
    "NSDate", "NSDateComponents", "NSDateInterval", "NSDictionary", "NSError", "NSIndexSet", "NSKeyedArchiver",
    "NSKeyedUnarchiver", "NSLocale", "NSLock", "NSMeasurement", "NSNotification", "NSNumber", "NSObject", "NSPredicate",
    "NSRecursiveLock", "NSSet", "NSString", "NSTimeZone", "NSURL", "NSURLConnection", "NSURLRequest", "NSUUID",
    "NSValue",
  ]

  /// The streams of C, which Swift names as macros of Apple's headers do.
  private static let streamsOfApple = [
    "stdin": "c:@__stdinp", "stdout": "c:@__stdoutp", "stderr": "c:@__stderrp",
  ]
}

/// The path at the beginning of a demangled name: `static (extension in Swift):Swift.Sequence.shuffled() -> …`.
private struct QualifiedName {
  let isStatic: Bool
  /// The module of the extension around it.
  let extender: String?
  /// The module and the types around the name; nil for a name inside of a function.
  let owner: [String]?

  init(_ text: String) {
    var rest = text[...]
    isStatic = ["static ", "class "].contains { rest.hasPrefix($0) }
    if isStatic { rest = rest.drop { $0 != " " }.dropFirst() }
    let extends = "(extension in "
    if rest.hasPrefix(extends) {
      extender = String(rest.dropFirst(extends.count).prefix { $0 != ")" })
      rest = rest.drop { $0 != ":" }.dropFirst()
    } else {
      extender = nil
    }
    var path: [String] = []
    var part = ""
    var depth = 0
    name: for character in rest {
      switch character {
      case "<": depth += 1
      case ">": depth -= 1
      case _ where depth > 0: break
      case ".":
        path.append(part)
        part = ""
      case " ", "(", ":": break name
      default: part.append(character)
      }
    }
    owner = path.isEmpty || path.contains("") ? nil : path
  }
}

/// Returns the readable form of a mangled name, by the runtime that each Swift program has; nil when it is not mangled.
private func demangled(_ name: String) -> String? {
  guard let text = demangle?(name, name.utf8.count, nil, nil, 0) else { return nil }
  defer { free(text) }
  return String(cString: text)
}

private typealias Demangle =
  @convention(c) @Sendable (
    UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
  ) -> UnsafeMutablePointer<CChar>?

/// The function of the runtime; nil where it has none.
private let demangle: Demangle? = {
  // audit:allow process – the runtime is a part of this program
  guard let address = dlsym(dlopen(nil, RTLD_LAZY), "swift_demangle") else { return nil }
  // The runtime declares `swift_demangle(mangledName, length, buffer, bufferSize, flags)` with this type, and keeps it.
  return unsafeBitCast(address, to: Demangle.self)
}()
