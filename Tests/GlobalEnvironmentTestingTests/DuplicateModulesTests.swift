import ChildProcess
import Foundation
import HidingKnownIssues
import Testing

@testable import GlobalEnvironmentTesting

/// Two copies of the module in one process.
struct DuplicateModulesTests {

  @Test func `this process has one copy`() {
    #expect(DuplicateModules.all().count == 1)
  }

  #if canImport(Darwin)
    @Test func `the search passes over the images of the system`() {
      let clock = ContinuousClock()
      var images: [String] = []
      let time = clock.measure { images = DuplicateModules.images(defining: "global_environment_copy") }
      // A figure to look at, not a promise: the machine may be busy.
      print("Looked into the images of this process in \(time).")
      #expect(images.count == 1)
      #expect(DuplicateModules.images(defining: "malloc").isEmpty)
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test(.needsCompiler) func `two images that define a symbol are both found, by their paths`() async throws {
      // They stay loaded; only these tests know the symbol.
      let symbol = "global_environment_copies_tests"
      let (libraries, folder) = try await Self.librariesDefining(symbol)
      defer { try? FileManager.default.removeItem(at: folder) }
      for library in libraries { try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL) != nil) }
      #expect(DuplicateModules.images(defining: symbol) == libraries)
      #expect(DuplicateModules.images(defining: "\(symbol)_that_nobody_defines").isEmpty)
    }

    @Test(.needsCompiler) func `images are looked into while other threads load and unload some`() async throws {
      let (libraries, folder) = try await Self.librariesDefining("global_environment_copies_come_and_go")
      defer { try? FileManager.default.removeItem(at: folder) }
      await withTaskGroup(of: Void.self) { group in
        for library in libraries + libraries {
          group.addTask {
            await withCheckedContinuation { continuation in
              Thread.detachNewThread {
                for _ in 0..<500 { dlopen(library, RTLD_NOW | RTLD_LOCAL).map { _ = dlclose($0) } }
                continuation.resume()
              }
            }
          }
        }
        for _ in 0..<50 { _ = DuplicateModules.images(defining: "global_environment_copies_come_and_go") }
      }
    }

    /// Makes two libraries that define a function, as an app and its tests do that both link a module.
    ///
    /// - Returns: Their paths, and the folder in which they are.
    private static func librariesDefining(_ symbol: String) async throws -> (paths: [String], folder: URL) {
      let folder = FileManager.default.temporaryDirectory.appending(component: "Copies-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
        libraries.append(library)
      }
      return (libraries, folder)
    }
  #endif

  #if os(Linux)
    /// How tests of each kind are run by this process's own program.
    @Test(
      .needsCompiler,
      arguments: [
        ["--testing-library", "swift-testing", "--filter", "EnvironmentTraitTests"],
        ["--testing-library", "swift-testing", "--filter", "PlainTests"],
        ["GlobalEnvironmentTestingTests.OwnEnvironmentTests/testASubclassMayChooseItsEnvironment"],
        ["GlobalEnvironmentTestingTests.UseEnvironmentTests/testTheEnvironmentIsInPlace"],
      ])
    func `a test with an environment of its own reports two copies`(arguments: [String]) async throws {
      let (libraries, folder) = try await Self.librariesDefining("global_environment_copy")
      defer { try? FileManager.default.removeItem(at: folder) }
      var variables = ProcessInfo.processInfo.environment
      // The other copy is the program's own.
      variables["LD_PRELOAD"] = libraries[0]
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let result = try await ChildProcess(URL(filePath: program), arguments, environment: variables).run()
      let told = result.output + result.errors
      #expect(result.status != 0)
      #expect(told.contains("GlobalEnvironment is linked into 2 images"), "\(told)")
      for image in [libraries[0], program] { #expect(told.contains("- \(image)"), "\(told)") }
    }
  #endif

  @Test func `the message names the images, and says what to do`() {
    let message = DuplicateModules.message(["/App", "/AppTests"])
    #expect(message.contains("2 images") && message.contains("- /App\n- /AppTests\nLink it once"))
  }
}
