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
        + (instancetype)date;
        @end
        @interface NSLock : NSObject
        - (_Bool)lockBeforeDate:(NSDate *)limit SWIFT_NAME(lock(before:));
        @end
        extern int __stdoutp SWIFT_NAME(stdout);
        char *getenv(const char *name);
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
      func `what Foundation inherits, renames and bridges is found, and members that Objective-C sees have rules`()
        async throws
      {
        let folder = try folder([
          "a.swift": """
          import Kit
          @objc class Tracker: NSObject { @objc func send(_ number: Int) {} }
          @objcMembers class Members: NSObject { class func all() {} }
          extension DateFormatter { @objc func own() {} }
          func use(_ tracker: Tracker, _ formatter: DateFormatter, _ lock: NSLock, _ date: NSDate) {
            _ = [DateFormatter(), Process(), Members()]
            _ = lock.lock(before: date)
            _ = stdout
            tracker.send(1)
            Members.all()
            formatter.own()
          }
          """,
          "rules": """
          kind: own
          App.Tracker.send(_:)  use: it
          static App.Members.all()  use: it
          Foundation.DateFormatter.own()  use: it
          """,
        ])
        try await index(
          "swiftc", "-frontend", "-typecheck", "-enable-objc-interop", "-module-name", "App", "a.swift", in: folder)
        let report = try await AuditProgram().report(
          "--index-store-path", "Index", "--sources", "a.swift", "--rules", "rules", in: folder.url)
        let found = report.findings.map { "\($0.line):\($0.column) \($0.symbol)" }
        #expect(
          found == [
            "6:8 DateFormatter()", "6:25 Process()", "7:12 NSLock.lock(before:)", "8:7 stdout",
            "9:11 Tracker.send(_:)", "10:11 Members.all()", "11:13 DateFormatter.own()",
          ])
      }

      @Test(.timeLimit(.minutes(10)))
      func `a file in Objective-C is named as audited for C alone`() async throws {
        let folder = try folder([
          "a.m": "#include \"Kit.h\"\nvoid a(void) { [NSDate date]; getenv(\"A\"); }\n"
        ])
        try await index("clang", "-c", "a.m", in: folder)
        let report = try await AuditProgram().report(
          "--index-store-path", "Index", "--sources", "a.m", in: folder.url)
        #expect(report.findings.map(\.symbol) == ["getenv(_:)"])
        #expect(report.notes == ["1 file is in Objective-C, where only functions of C are found: a.m"])
      }
    }
  }
#endif
