/// Returns whether a module of the system declares `type`.
///
/// Objects of such a type may be large, or may be changed by other threads while they are read.
nonisolated func isOfSystem(_ type: Any.Type) -> Bool {
  let module = String(reflecting: type).prefix { $0 != "." }
  return systemModules.contains(module) || packageModules.contains(module)
}

private nonisolated let systemModules: Set<Substring> = {
  var modules: Set<Substring> = [
    "Swift", "_Concurrency", "Synchronization", "Observation", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "FoundationInternationalization", "Dispatch", "_StringProcessing", "__C", "Builtin",
  ]
  // Elsewhere, a package may have such a name.
  #if canImport(Darwin)
    modules.formUnion([
      "SwiftUI", "SwiftUICore", "UIKit", "AppKit", "SwiftData", "CoreData", "CryptoKit", "Network", "OSLog", "os",
    ])
  #endif
  return modules
}()
