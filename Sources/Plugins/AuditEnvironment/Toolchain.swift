import Foundation

/// The toolchain that builds the package.
enum Toolchain {
  private struct TargetInfo: Decodable {
    struct Paths: Decodable {
      var runtimeResourcePath: String
    }
    var paths: Paths
  }

  /// Returns the path of the toolchain's libIndexStore, which its compiler knows.
  ///
  /// - Throws: When the compiler cannot be asked, or its toolchain has no such library.
  static func indexStoreLibrary(swiftc: URL) throws -> String {
    let compiler = Process()
    let output = Pipe()
    compiler.executableURL = swiftc
    compiler.arguments = ["-print-target-info"]
    compiler.standardOutput = output
    try compiler.run()
    let information = try output.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    let resources = try JSONDecoder().decode(TargetInfo.self, from: information).paths.runtimeResourcePath
    let folder = URL(filePath: resources).deletingLastPathComponent()
    for name in ["libIndexStore.so", "libIndexStore.dylib"] {
      let path = folder.appending(component: name).path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    throw CannotAudit(description: "There is no libIndexStore in \(folder.path). Use a toolchain that has one.")
  }
}
