import GlobalEnvironment
import GlobalEnvironmentTestingLoad

/// Notices a process with two copies of the module, such as an app and its test bundle that both link it.
enum DuplicateModules {

  /// Reports them to the running test, once in a process.
  static let check: Void = {
    let copies = all()
    if copies.count > 1 { report(message(copies), at: nil) }
  }()

  /// Returns the paths of the images that have a copy.
  static func all() -> [String] {
    let images = images(defining: "global_environment_copy")
    #if canImport(Darwin)
      return images
    #else
      // There, a program does not export what it defines, and so is not found.
      let own = global_environment_image_at(addressInImage()).map { String(cString: $0) }
      return Set(images + (own.map { [$0] } ?? [])).sorted()
    #endif
  }

  static func message(_ images: [String]) -> String {
    """
    GlobalEnvironment is linked into \(images.count) images of this process, so that each has an Env of its own, and what a \
    test sets is not what the code under test sees:
    \(images.map { "- \($0)" }.joined(separator: "\n"))
    Link it once: move the code under test from the app into a library that the tests link, too; or have both link one \
    dynamic library that holds it (in a Package.swift: .library(name:type: .dynamic, targets:)).
    """
  }

  /// Returns the paths of the loaded images that define a function of this name.
  static func images(defining symbol: String) -> [String] {
    var paths: Set<String> = []
    withUnsafeMutablePointer(to: &paths) { paths in
      global_environment_find_images(
        symbol,
        { path, paths in
          // The context is the pointer to the set that was given four lines up, and the call has not returned.
          guard let path, let paths = paths?.assumingMemoryBound(to: Set<String>.self) else { return }
          paths.pointee.insert(String(cString: path))
        }, paths)
    }
    return paths.sorted()
  }
}
