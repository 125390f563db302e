import GlobalEnvironment
import Testing

/// The bodies of exit tests, each of which runs in a process of its own, without the traits of its test.
enum ExitTests {
  private static var isInBody: Bool {
    #if os(Linux) || os(macOS)
      ExitTest.current != nil
    #else
      false
    #endif
  }
  /// Whether the body has said which environment it wants, or has been warned.
  private static let isSettled = Locked(false)

  /// Where the body of the running exit test calls this package; nil outside of one, and where it is not known.
  static var place: SourceLocation? {
    guard isInBody else { return nil }
    // Where the body has suspended, only the code that it called is known.
    return CallStack.current().names.compactMap(place(ofCaller:)).first ?? CallerPlace.current?.location
  }

  /// Warns the body of an exit test that reads `Env` before it has assigned it, once.
  static func began(_ access: TestHooks.Access) {
    guard !access.isLooking, isInBody else { return }
    guard !isSettled.replace(with: true), access == .read else { return }
    let message: Comment = """
      The body of an exit test read Env. It runs in a process of its own, in the live world, whatever the traits of \
      its test say. Begin the body with Env = .mock, or with Env = .live if that is meant.
      """
    // No macro: a library may be built where the plugin of macros cannot be found.
    let here = SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    #if compiler(>=6.3)
      Issue.record(message, severity: .warning, sourceLocation: place ?? here)
    #else
      Environment.live.standardError("warning: \(message)\n")
    #endif
  }

  /// The place of the exit test in whose body a function is; nil where its name does not show it.
  ///
  /// The compiler names what a macro expands to by its file, in Punycode, and by its line and its column, which count from zero:
  /// `$s8AppTests0019MyTestsswift_jqFBgfMX10_14_…`.
  static func place(ofCaller name: String) -> SourceLocation? {
    guard let found = name.firstMatch(of: /\$s\d+(\w+?)00\d+(\w+?)swift_[A-Za-z]+?fMX(\d+)_(\d+)_/)?.output,
      let line = Int(found.3), let column = Int(found.4)
    else { return nil }
    let file = "\(found.1)/\(found.2).swift"
    return SourceLocation(fileID: file, filePath: file, line: line + 1, column: column + 1)
  }
}
