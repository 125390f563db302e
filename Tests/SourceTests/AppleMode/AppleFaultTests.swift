import Foundation
import Testing

extension AppleModeTests {
  /// Shows that the check finds what compiles on Linux and not on Apple's platforms.
  @Suite struct Faults {

    /// One file, and part of what the compiler is to say of it.
    struct Fault: Sendable {
      var name: String
      var platform = ApplePlatform.macOS
      var message: String
      var text: String
    }

    static let all = [
      Fault(
        name: "an import that is narrower than what is declared", message: "uses an internal type",
        text: "import Foundation\n#if canImport(FoundationNetworking)\n  package import FoundationNetworking\n#endif\n"
          + "package func host(of request: URLRequest) -> String? { request.url?.host() }\n"),
      Fault(
        name: "a capture of what Linux alone lets any thread have",
        message: "non-Sendable type 'FileManager'",
        text: """
          import Foundation
          func listing(_ files: FileManager) -> @Sendable () -> URL {
            { files.temporaryDirectory }
          }
          """),
      Fault(
        name: "a setter that Linux alone has", message: "get-only property",
        text: """
          import Foundation
          #if canImport(FoundationNetworking)
            import FoundationNetworking
          #endif
          func forget(_ source: URLProtocol) {
            source.client = nil
          }
          """),
      Fault(
        name: "a program that is started where there are none", platform: .iOS,
        message: "'Process' cannot be constructed",
        text: """
          import Foundation
          func start() throws {
            try Process().run()
          }
          """),
      Fault(
        name: "a global of C that nothing guards", message: "'stdout' is not concurrency-safe",
        text: """
          #if canImport(Darwin)
            import Darwin
          #else
            @preconcurrency import Glibc
          #endif
          func flush() {
            fflush(stdout)
          }
          """),
      Fault(
        name: "a test case that is sent to the main actor", message: "sending",
        text: """
          import XCTest
          func watch(_ test: XCTestCase) {
            test.addTeardownBlock { test.continueAfterFailure = true }
          }
          """),
      Fault(
        name: "a function of the keychain that there is not", message: "cannot find 'SecItemErase' in scope",
        text: """
          #if canImport(Security)
            import Security
            func erase() {
              _ = SecItemErase([:])
            }
          #endif
          """),
      Fault(
        name: "a fault in a branch that Linux leaves out", message: "cannot find 'nothing' in scope",
        text: """
          func ask() {
            #if canImport(Combine)
              nothing()
            #endif
          }
          """),
      Fault(
        name: "a type that the oldest runtimes do not know", message: "only available in macOS 15.0.0 or newer",
        text: """
          func call(_ work: @escaping @isolated(any) @Sendable () -> Void) {
            unsafeBitCast(work, to: (@Sendable () -> Void).self)()
          }
          """),
      Fault(
        name: "a function that the oldest systems do not have", message: "only available in macOS 26.0 or newer",
        text: """
          func name() -> String? { Task<Never, Never>.name }
          """),
      Fault(
        name: "a warning", message: "never used",
        text: """
          func ask() {
            #if canImport(Darwin)
              let answer = 42
            #endif
          }
          """),
    ]

    @Test(.timeLimit(.minutes(5)), arguments: ApplePlatform.allCases)
    func `each fault is found`(platform: ApplePlatform) async throws {
      try await TemporaryFolder.with { folder in
        let compiler = try await AppleCompiler(for: platform, macOS: "13.0", in: folder)
        for (number, fault) in Self.all.enumerated() where fault.platform == platform {
          let told = try await compiler.check(
            "Planted\(number)", ["Sources/Fault.swift": fault.text], features: ["InternalImportsByDefault"])
          #expect(told.contains { $0.message.contains(fault.message) }, "\(fault.name): \(told)")
          #expect(told.allSatisfy { $0.file == "Sources/Fault.swift" })
        }
      }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a program that is started where there are some is no fault`() async throws {
      let text = try #require(Self.all.first { $0.platform == .iOS }?.text)
      let told = try await TemporaryFolder.with { folder in
        try await AppleCompiler(for: .macOS, macOS: "13.0", in: folder).check(
          "Planted", ["Fault.swift": text], features: [])
      }
      #expect(told.isEmpty)
    }

    @Test func `a toolchain that is not there is told`() async throws {
      let error = await #expect(throws: CannotCheck.self) { try await Toolchain.run("no-such-swiftc", ["-typecheck"]) }
      #expect(error?.description.contains("no-such-swiftc -typecheck fails, or is not there") == true)
    }
  }
}
