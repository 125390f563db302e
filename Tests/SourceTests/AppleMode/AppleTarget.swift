import Foundation

/// What lets the compiler of Linux compile for a Mac with the oldest system that the manifest names, and so say what is not
/// there yet: of the standard libraries, and of what types need of the runtime.
///
/// It refuses modules that were compiled for another target. These are the toolchain's own, with the name of that one; a name
/// is as long as the other, and nothing else in them depends on it. Headers of C stay those of Linux.
struct AppleTarget {
  /// For the frontend of the compiler.
  let options: [String]

  /// Writes the modules.
  ///
  /// - Parameter version: The version of macOS: `13.0`.
  /// - Throws: ``CannotCheck`` when something of the toolchain is missing.
  init(macOS version: String, in folder: URL) async throws {
    let resources = try await Toolchain.resources()
    let linux = resources.appending(path: "linux")
    let modules = folder.appending(component: "modules")
    let architecture = try Self.architecture(of: linux)
    let (old, new) = (Data("-unknown-linux-gnu".utf8), Data("-apple-macosx13.00".utf8))
    for module in try FileManager.default.contentsOfDirectory(at: linux, includingPropertiesForKeys: nil)
    where module.pathExtension == "swiftmodule" {
      let copy = modules.appending(component: module.lastPathComponent)
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      // Swift Testing has its source only.
      for kind in ["swiftmodule", "swiftinterface"] {
        let file = module.appending(component: "\(architecture)-unknown-linux-gnu.\(kind)")
        guard let data = try? Data(contentsOf: file) else { continue }
        let name = architecture == "aarch64" ? "arm64" : architecture
        try data.replacing(old, with: new).write(to: copy.appending(component: "\(name)-apple-macos.\(kind)"))
      }
    }
    let glibc = linux.appending(path: "\(architecture)/glibc.modulemap")
    guard let map = try? String(contentsOf: glibc, encoding: .utf8) else {
      throw CannotCheck("There is no \(glibc.path)")
    }
    let maps = folder.appending(component: "glibc.modulemap")
    let shim = glibc.deletingLastPathComponent().path(percentEncoded: false)
    try Data(
      map.replacing(#/header "([^"]+)"/#) { match in
        "header \"\(match.1 == "SwiftGlibc.h" ? shim : "/usr/include/")\(match.1)\""
      }.utf8
    ).write(to: maps)
    let sdk = folder.appending(component: "no-sdk")
    try FileManager.default.createDirectory(at: sdk, withIntermediateDirectories: true)

    let path = { (url: URL) in url.path(percentEncoded: false) }
    let definitions = ["__linux__", "__gnu_linux__", "__unix__", "__ELF__"].map { "-D\($0)" }
    let others = ["__APPLE__", "__MACH__", "__nonnull", "__nullable", "TARGET_OS_MAC", "TARGET_OS_OSX"].map {
      "-U\($0)"
    }
    let headers = ["/usr/include", "/usr/include/\(architecture)-linux-gnu"].flatMap { ["-idirafter", $0] }
    let clang =
      definitions + others + headers
      + ["-fno-define-target-os-macros", "-I\(path(resources))", "-fmodule-map-file=\(path(maps))"]
      + ["-fmodule-map-file=\(path(resources.appending(path: "dispatch/module.modulemap")))"]
    options =
      ["-target", "\(architecture == "aarch64" ? "arm64" : architecture)-apple-macosx\(version)"]
      + ["-disable-objc-interop", "-sdk", path(sdk), "-I", path(modules)]
      + ["-module-cache-path", path(folder.appending(component: "cache"))]
      + clang.flatMap { ["-Xcc", $0] }
  }

  /// That of the machine, as the toolchain has it.
  private static func architecture(of linux: URL) throws -> String {
    let swift = linux.appending(component: "Swift.swiftmodule")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: swift.path(percentEncoded: false))) ?? []
    let suffix = "-unknown-linux-gnu.swiftmodule"
    guard let file = files.first(where: { $0.hasSuffix(suffix) }) else {
      throw CannotCheck("\(swift.path) has no module for Linux.")
    }
    return String(file.dropLast(suffix.count))
  }
}

extension Data {
  /// Each `part` replaced by as many other bytes.
  fileprivate func replacing(_ part: Data, with other: Data) -> Data {
    var copy = self
    var start = startIndex
    while let range = copy.range(of: part, in: start..<copy.endIndex) {
      copy.replaceSubrange(range, with: other)
      start = range.upperBound
    }
    return copy
  }
}
