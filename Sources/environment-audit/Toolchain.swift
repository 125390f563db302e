import EnvironmentAudit
import Foundation
import GlobalEnvironment

/// The toolchain whose compiler is found first.
enum Toolchain {
  private struct TargetInfo: Decodable {
    struct Paths: Decodable {
      var runtimeResourcePath: String
    }
    var paths: Paths
  }

  /// Returns the path of the toolchain's libIndexStore, which its compiler knows.
  ///
  /// - Throws: ``CannotAudit`` when the compiler cannot be asked, or its toolchain has no such library.
  static func indexStoreLibrary() throws -> String {
    let answer = try Command("swiftc", ["-print-target-info"], in: URL(filePath: "/"))
    guard let information = try? JSONDecoder().decode(TargetInfo.self, from: Data(answer.output.utf8)) else {
      throw CannotAudit("swiftc -print-target-info tells of no toolchain. \(answer.errors)")
    }
    let folder = URL(filePath: information.paths.runtimeResourcePath).deletingLastPathComponent()
    for name in ["libIndexStore.so", "libIndexStore.dylib"] {
      let file = folder.appending(component: name)
      if Env.files().exists(file) { return file.path(percentEncoded: false) }
    }
    throw CannotAudit(
      """
      There is no libIndexStore in \(folder.path(percentEncoded: false)). Use a toolchain that has one, or name it: \
      --library PATH
      """)
  }
}
