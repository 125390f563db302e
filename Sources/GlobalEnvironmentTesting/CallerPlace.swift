import GlobalEnvironment
import GlobalEnvironmentTestingLoad

/// Where the program called this package, by the program's debugging information: for calls that pass no place, as those of
/// closures do.
///
/// Only on Linux can it be found. Elsewhere, and in a program without debugging information, it is not known.
struct CallerPlace: Sendable {
  /// The module and the file: `App/Search.swift`.
  let fileID: String
  let filePath: String
  let line: Int
  let column: Int

  /// The innermost line of the program itself; nil where that is not known. Takes tenths of a second for each new place.
  static var current: CallerPlace? { innermost(of: CallStack.current().addresses) }

  /// The innermost line of the program itself among those at which functions continue.
  static func innermost(of addresses: [UInt]) -> CallerPlace? {
    for address in addresses {
      if let known = known.withLock({ $0[address] }) {
        if let place = known { return place }
        continue
      }
      let place = CallerPlace(at: address)
      known.withLock { $0[address] = .some(place) }
      if let place { return place }
    }
    return nil
  }

  /// The places that were found, by the address at which their function continues; nil for other functions than the program's.
  private static let known = Locked<[UInt: CallerPlace?]>([:])

  private init?(at address: UInt) {
    guard let module = CallStack.moduleOfCaller(at: address) else { return nil }
    var found = global_environment_line()
    guard global_environment_find_line(UnsafeRawPointer(bitPattern: address - 1), &found) else { return nil }
    let (folder, name) = (String(cString: found.folder), String(cString: found.name))
    // What the package manager and macros make has lines, too.
    if folder.hasSuffix(".derived") || name.contains("@__swiftmacro_") { return nil }
    filePath = folder.isEmpty ? name : "\(folder)/\(name)"
    fileID = "\(module)/\(name.split(separator: "/").last ?? "")"
    (line, column) = (Int(found.line), max(1, Int(found.column)))
  }
}
