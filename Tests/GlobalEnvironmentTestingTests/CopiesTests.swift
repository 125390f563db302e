import ChildProcess
import Foundation
import Testing

@testable import GlobalEnvironmentTesting

/// Two copies of the module in one process.
struct CopiesTests {

  @Test func `this process has one copy at most`() {
    // None on Linux, where a program does not export what it defines.
    #expect(Copies.images(defining: "global_environment_copy").count <= 1)
  }

  @Test func `two images that define a symbol are both found, by their paths`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "Copies-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let symbol = "global_environment_copies_tests"
    let source = folder.appending(component: "mark.c")
    try "void \(symbol)(void) {}".write(to: source, atomically: true, encoding: .utf8)

    var libraries: [String] = []
    for name in ["App", "AppTests"] {
      let library = folder.appending(component: "lib\(name).so").path(percentEncoded: false)
      let compiled = try await ChildProcess(
        URL(filePath: "/usr/bin/env"), ["cc", "-shared", "-fPIC", "-o", library, source.path(percentEncoded: false)],
        environment: ProcessInfo.processInfo.environment
      ).run()
      try #require(compiled.status == 0, "\(compiled.errors)")
      // They stay loaded; only these tests know the symbol.
      try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL) != nil)
      libraries.append(library)
    }
    #expect(Copies.images(defining: symbol) == libraries.sorted())
    #expect(Copies.images(defining: "\(symbol)_that_nobody_defines").isEmpty)
  }

  @Test func `the message names the images, and says what to do`() {
    let message = Copies.message(["/App", "/AppTests"])
    #expect(message.contains("2 images") && message.contains("- /App\n- /AppTests\nLink it once"))
  }
}
