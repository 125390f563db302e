import Testing

@testable import GlobalEnvironment

/// Which values are taken for functions and nothing else.
struct FunctionFieldsTests {

  @Test func `a function, a struct of functions, and a struct of such structs are made of functions`() {
    #expect(FunctionFields.areAll(in: (@Sendable (Int) async throws -> String).self))
    #expect(FunctionFields.areAll(in: Three.self))
    #expect(FunctionFields.areAll(in: Six.self))
  }

  @Test func `a struct with anything else in it is not`() {
    #expect(!FunctionFields.areAll(in: Numbered.self))
    #expect(!FunctionFields.areAll(in: Perhaps.self))
    #expect(!FunctionFields.areAll(in: String.self))
  }

  @Test func `what may hold a struct of functions behind a protocol is not, though it is as large`() {
    #expect(!FunctionFields.areAll(in: (any Reader & Writer).self))
    #expect(!FunctionFields.areAll(in: Around.self))
  }

  @Test func `a value behind a protocol that is written while it is being changed is the later one`() {
    func change(_ value: inout any Reader & Writer) {
      Env.storage = Three()
      value = Three(a: { 1 })
    }
    withEnvironment(.live) {
      change(&Env.storage)
      #expect((Env.storage as? Three)?.a() == 1)
    }
  }

  @Test func `an environment is made of functions, but for its last stored property`() {
    FunctionFields.assertAllButLast(in: Environment.self)
    FunctionFields.assertAllButLast(in: Numbered.self)
  }

  #if DEBUG && (os(Linux) || os(macOS))
    @Test func `a debug build ends where another one is no function`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        FunctionFields.assertAllButLast(in: Misplaced.self)
      }
      let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(told.contains("A stored property of Misplaced is no function."), "\(told)")
    }
  #endif
}

private protocol Reader: Sendable {}
private protocol Writer: Sendable {}

private struct Two: Sendable {
  var a: @Sendable () -> Int = { 0 }
  var b: @Sendable (String) throws -> Void = { _ in }
}

private struct Three: Reader, Writer {
  var a: @Sendable () -> Int = { 0 }
  var b: @Sendable () -> Void = {}
  var c: @MainActor @Sendable () -> Void = {}
}

private struct Six: Sendable {
  var left = Three()
  var right = Three()
}

private struct Misplaced: Sendable {
  var number = 0
  var function: @Sendable () -> Void = {}
}

private struct Numbered: Sendable {
  var function: @Sendable () -> Void = {}
  var numbers = (0, 0)
}

private struct Perhaps: Sendable {
  var function: (@Sendable () -> Void)?
}

private struct Around: Sendable {
  var value: any Sendable = Two()
}

extension EnvironmentEndpoints {
  fileprivate var storage: EnvironmentEndpoint<any Reader & Writer> {
    EnvironmentEndpoint(live: Three(), mock: Three())
  }
}
