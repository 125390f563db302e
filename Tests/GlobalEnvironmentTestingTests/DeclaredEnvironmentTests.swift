import Testing

@testable import GlobalEnvironmentTesting

private protocol Kind: TargetEnvironment {}
extension Kind { static var environment: Environment { .mock } }

enum DeclaredEnum: Kind {}
struct DeclaredStruct: Kind {}
final class DeclaredClass: Kind {}
actor DeclaredActor: Kind {}
enum NotConforming {}
private enum DeclaredPrivately: Kind {}
extension DeclaredEnum {
  enum DeclaredInside: Kind {}
}

/// How the type is found that says what the tests of a target begin in.
struct DeclaredEnvironmentTests {
  private func declared(_ name: String) -> TargetEnvironments.Declared {
    TargetEnvironments.Declared(name: name, inModule: "GlobalEnvironmentTestingTests")
  }

  @Test(arguments: ["DeclaredEnum", "DeclaredStruct", "DeclaredClass", "DeclaredActor"])
  func `any kind of type at the top level is found`(name: String) {
    #expect(declared(name).type != nil)
    #expect(declared(name).problem == nil)
  }

  @Test func `one that cannot be found is told, with what to do`() {
    #expect(declared("DeclaredPrivately").type == nil)
    let problem = declared("DeclaredPrivately").problem
    #expect(problem?.contains("DeclaredPrivately of GlobalEnvironmentTestingTests is private") == true)
    #expect(problem?.contains("enum DeclaredPrivately: TargetEnvironment") == true)
  }

  @Test func `one inside another type is that one's own, and left alone`() {
    #expect(declared("DeclaredInside").type == nil && declared("DeclaredInside").problem == nil)
  }

  @Test func `one that says nothing of tests is told`() {
    #expect(declared("NotConforming").type == nil)
    #expect(declared("NotConforming").problem?.contains("does not conform to TargetEnvironment") == true)
  }

  @Test func `a target that declares none is left alone, whatever others declare`() {
    #expect(declared("NeverDeclared").problem == nil)
    let other = TargetEnvironments.Declared(name: "DeclaredEnum", inModule: "TargetEnvironmentTests")
    #expect(other.type == nil && other.problem == nil)
  }

  /// As the compiler writes them.
  @Test(arguments: [
    ("App_2Tests", "10App_2Tests"), ("bücher", "009bcher_kva"), ("Ünïcode_Tésts", "0018ncode_Tsts_GCaHnvc"),
    ("éa1", "006a1_Jia"), ("Тесты", "0010uAaCbvbeJb"), ("テスト", "006zckzah"), ("试ab9", "008ab9_qqAj"),
  ])
  func `a module's name is mangled as the compiler does it`(name: String, mangled: String) {
    #expect(name.mangledModule == mangled)
  }
}
