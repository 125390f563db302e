#if os(Linux)
  import ChildProcess
  import Foundation
  import Testing

  extension EndToEndTests {
    /// What the index says where Swift meets Objective-C, read without Apple's systems: the compiler writes an index of
    /// headers that look like theirs, although it cannot compile what uses them.
    @Suite(.serialized) struct AuditAppleTests {
      private let headers = """
        #define SWIFT_NAME(name) __attribute__((swift_name(#name)))
        __attribute__((objc_root_class)) @interface NSObject
        - (instancetype)init;
        @end
        SWIFT_NAME(DateFormatter) @interface NSDateFormatter : NSObject
        @end
        SWIFT_NAME(Process) @interface NSTask : NSObject
        @end
        @interface NSDate : NSObject
        @end
        @interface NSLock : NSObject
        - (_Bool)lockBeforeDate:(NSDate *)limit SWIFT_NAME(lock(before:));
        @end
        extern int __stdoutp SWIFT_NAME(stdout);
        """

      private func folder(_ files: [String: String]) throws -> ForeignFolder {
        let own = ["M/Kit.h": headers, "M/module.modulemap": "module Kit { header \"Kit.h\" export * }"]
        return try ForeignFolder("Apple", own.merging(files) { $1 })
      }

      private func index(_ command: String..., in folder: ForeignFolder) async throws {
        let compiler = ChildProcess(
          URL(filePath: "/usr/bin/env"), command + ["-I", "M", "-index-store-path", "Index", "-o", "a.o"],
          in: folder.url, environment: ProcessInfo.processInfo.environment)
        _ = try await compiler.run()
      }

      @Test(.timeLimit(.minutes(10)))
      func `what Foundation inherits, renames and bridges is found`() async throws {
        let folder = try folder([
          "a.swift": """
          import Kit
          func use(_ lock: NSLock, _ date: NSDate) {
            _ = [DateFormatter(), Process(), NSObject()]
            _ = lock.lock(before: date)
            _ = stdout
          }
          """
        ])
        try await index(
          "swiftc", "-frontend", "-typecheck", "-enable-objc-interop", "-module-name", "App", "a.swift", in: folder)
        let report = try await AuditProgram().report(
          "--index-store-path", "Index", "--sources", "a.swift", in: folder.url)
        let found = report.findings.map { "\($0.line):\($0.column) \($0.symbol)" }
        #expect(found == ["3:8 DateFormatter()", "3:25 Process()", "4:12 NSLock.lock(before:)", "5:7 stdout"])
      }
    }
  }
#endif
