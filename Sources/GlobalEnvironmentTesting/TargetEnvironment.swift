public import GlobalEnvironment
import GlobalEnvironmentMocks
import GlobalEnvironmentTestingLoad
import Testing
import XCTest

/// The environment in which every test of a target begins.
///
/// Declare one type of this protocol in any file of a test target, and call it `EveryTest`:
///
/// ```swift
/// enum EveryTest: TargetEnvironment { static var environment: Environment { .mock } }
/// ```
///
/// Each test of that target, of Swift Testing and of XCTest, then begins in an environment of its own, with or without a
/// trait. A test that forgets its trait cannot read the real clock. A trait or an assignment still changes the environment
/// of one test: `.environment(.live)` gives it the live world.
///
/// The type is found by its name: it must be called `EveryTest`, at the top level of the target, and not be private; else the
/// first test that asks `Env` has an issue. In a target that is on the main actor by default, it must be `nonisolated`.
public protocol TargetEnvironment: SendableMetatype {
  /// Makes the environment of one test. Asked once for each test, and for each case of a parameterized one; once
  /// more where the test's conditions or arguments ask `Env`.
  static var environment: Environment { get }

  /// The endpoints of the process's environment that code on queues and threads may call while tests run; none unless
  /// declared. Asked once, before the first test of the target.
  ///
  /// ```swift
  /// static var codeOutsideTestsMayUse: [PartialKeyPath<Environment>] { [\.date, \.uuid] }
  /// ```
  ///
  /// They hold until the process ends, as with ``CodeOutsideTests/mayUse(_:)``.
  static var codeOutsideTestsMayUse: [PartialKeyPath<Environment>] { get }
}

extension TargetEnvironment {
  /// None.
  public static var codeOutsideTestsMayUse: [PartialKeyPath<Environment>] { [] }
}

/// Finds the ``TargetEnvironment`` of each target.
enum TargetEnvironments {
  private static let found = Locked<[String: (any TargetEnvironment.Type)?]>([:])

  /// Returns a new environment for a test in `module`; nil where that declares none.
  static func environment(ofModule module: String) -> Environment? {
    // Code that makes an environment may read `Env`, which is being made here. It gets the process's.
    type(ofModule: module).map { type in TestScopes.ofProcess.run { type.environment } }
  }

  private static func type(ofModule module: String) -> (any TargetEnvironment.Type)? {
    if let known = found.withLock({ $0[module] }) { return known }
    let declared = Declared(name: "EveryTest", inModule: module)
    let type = declared.type
    // The value of an own endpoint may be made from `Env`.
    if let type {
      EnvironmentScope.root.run { type.codeOutsideTestsMayUse.map(CodeOutsideTests.name) }
        .forEach(OutsideWatch.shared.allow)
    }
    let isFirst = found.withLock { found in
      defer { found[module] = .some(type) }
      return found[module] == nil
    }
    if isFirst, let problem = declared.problem { report(problem, at: nil) }
    return type
  }

  /// Returns a new environment for a test of Swift Testing; nil where its module declares none.
  static func environment(of test: Test) -> Environment? {
    guard let environment = environment(ofModule: test.id.moduleName) else { return nil }
    let sharing = EnvironmentScope(environment, in: ScopeFamily()).run {
      SharedMocks.begin(test.name, in: Env)
    }
    if let sharing { report(sharing, at: nil) }
    return environment
  }

  /// Returns a new environment for a test of that class; nil where its module declares none.
  static func environment(of testCase: XCTestCase) -> Environment? {
    String(reflecting: Swift.type(of: testCase)).split(separator: ".").first.flatMap {
      environment(ofModule: String($0))
    }
  }

  static func hasEnvironment(module: String) -> Bool { type(ofModule: module) != nil }

  /// What a module declares by that name.
  struct Declared {
    private(set) var type: (any TargetEnvironment.Type)?
    /// Why a type of that name is not used; nil where there is none.
    private(set) var problem: String?

    init(name: String, inModule module: String) {
      // The mangled name of a type of the top level: its module and its name, each after its length, and its kind.
      let mangled = "\(module.mangledModule)\(name.utf8.count)\(name)"
      let types = ["O", "V", "C"].compactMap { _typeByName(mangled + $0) }
      type = types.lazy.compactMap { $0 as? any TargetEnvironment.Type }.first
      let isUsed = type != nil
      guard !isUsed, !types.isEmpty || Self.modules(declaring: name).contains(module) else { return }
      let reason =
        types.isEmpty
        ? "is private or generic, so that it cannot be found"
        : "does not conform to TargetEnvironment"
      problem = """
        \(name) of \(module) \(reason): the tests of that target do not begin in its environment. Declare it at the top level \
        of a file: enum \(name): TargetEnvironment { static var environment: Environment { .mock } }. If it has another purpose, \
        give it another name.
        """
    }

    /// The modules with a type of that name that is in no other type.
    private static func modules(declaring name: String) -> Set<String> {
      var modules: Set<String> = []
      withUnsafeMutablePointer(to: &modules) { modules in
        global_environment_find_types(
          name,
          { module, context in
            let modules = context?.assumingMemoryBound(to: Set<String>.self)
            if let module { modules?.pointee.insert(String(cString: module)) }
          }, modules)
      }
      return modules
    }
  }
}
