import EnvironmentAudit
import Foundation
import GlobalEnvironment

/// The toolchain whose compiler is found first.
struct Toolchain {
  private struct TargetInfo: Decodable {
    struct Paths: Decodable {
      var runtimeResourcePath: String
    }
    var paths: Paths
  }

  /// What the compiler says of itself: its version, its system and its folders.
  let information: String
  private let errors: String

  /// - Throws: ``CannotAudit`` when the compiler cannot be asked.
  init() throws {
    let answer = try Command("swiftc", ["-print-target-info"], in: URL(filePath: "/"))
    (information, errors) = (answer.output, answer.errors)
  }

  /// Returns the path of the toolchain's libIndexStore, which its compiler knows.
  ///
  /// - Throws: ``CannotAudit`` when the compiler does not say where, or its toolchain has no such library.
  func indexStoreLibrary() throws -> String {
    guard let information = try? JSONDecoder().decode(TargetInfo.self, from: Data(information.utf8)) else {
      throw CannotAudit("swiftc -print-target-info does not name its toolchain. \(errors)")
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
