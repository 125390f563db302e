import GlobalEnvironment
import GlobalEnvironmentTime

/// A function that a test makes up: it records its calls, and answers them as it was stubbed.
///
/// ```swift
/// struct FakeStore: Store {
///   let load = ThrowingSpy<String, Note>()
///   let save = Spy<Note, Void>()
///
///   func load(_ id: String) async throws -> Note { try await load.call(id) }
///   func save(_ note: Note) { save.call(note) }
/// }
///
/// store.load.stub(first, second)                          // the last one repeats
/// store.load.stub(.throws(URLError(.timedOut)), .returns(first))
/// store.load.stub { id in Note(id: id) }
/// let answer = store.load.stubPending()                   // calls wait until answer.resolve(returning: first)
/// #expect(store.save.calls.map(\.arguments) == [first])
/// ```
///
/// ``Spy`` is one that cannot fail, and ``ThrowingSpy`` one that may throw anything. It may be called synchronously and
/// asynchronously, with several arguments as a tuple, or one by one where `Arguments` has no labels. The recorded calls keep
/// the labels. Everything here may be used from any thread. It keeps all calls, with what was passed and returned, until
/// ``clear()``.
///
/// A spy can stub an endpoint, `Env.http = { try await spy.call($0) }`; to only watch an endpoint, use `Env.spy(on:)`.
public final class FunctionSpy<Arguments: Sendable, Result: Sendable, Failure: Error>: Sendable {
  /// A function of the arguments, which throws what a call of the spy may throw.
  public typealias Body = @Sendable (Arguments) throws(Failure) -> Result

  struct Stubs: Sendable {
    var answers: [Answer] = []
    var next = 0

    /// The answer of the next call; the last one repeats.
    var upcoming: Answer? { next < answers.count ? answers[next] : answers.last }

    mutating func takeNext() -> Answer? {
      defer { if next < answers.count { next += 1 } }
      return upcoming
    }
  }

  let log = CallLog<Arguments, Result, Failure>()
  let stubs: Locked<Stubs>
  /// The answer when there is no stub.
  let otherwise: Body
  /// Whether a call that no stub answers is an issue.
  let needsStub: Bool
  let place: SourcePlace
  private let maker = TestHooks.Maker.current

  fileprivate init(_ answers: [Answer], otherwise: @escaping Body, needsStub: Bool, _ place: SourcePlace) {
    stubs = Locked(Stubs(answers: answers))
    self.otherwise = otherwise
    self.needsStub = needsStub
    self.place = place
  }

  // MARK: What was called

  /// The calls so far, in the order in which they began.
  public var calls: SpyCalls<Arguments, Result, Failure> { SpyCalls(log.calls, of: subject) }

  /// How many calls there were; prints itself with the calls.
  public var count: CallCount { calls.count }

  /// Forgets the calls so far. What is stubbed stays.
  public func clear() {
    log.clear()
  }

  var subject: String { "the spy made at \(place)" }

  /// Reports a misuse: on a queue, where no test is known, to the test that made the spy.
  func report(_ message: String, at place: SourcePlace) {
    TestHooks.report(message, at: place, madeBy: maker)
  }
}

/// A made-up function that cannot fail.
public typealias Spy<Arguments: Sendable, Result: Sendable> = FunctionSpy<Arguments, Result, Never>

/// A made-up function that may throw.
public typealias ThrowingSpy<Arguments: Sendable, Result: Sendable> = FunctionSpy<Arguments, Result, any Error>

extension FunctionSpy: CustomStringConvertible {
  /// The calls so far, each on a line.
  public var description: String { calls.description }
}

// MARK: Making one

extension FunctionSpy {

  /// Creates a spy that returns these results, one after the other; the last one repeats.
  public convenience init(
    _ first: Result, _ rest: Result...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let last = rest.last ?? first
    self.init(
      ([first] + rest).map { .returns($0) }, otherwise: { _ in last }, needsStub: false,
      SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Creates a spy that runs `body`.
  public convenience init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping Body
  ) {
    self.init(
      [], otherwise: body, needsStub: false,
      SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Creates a spy that must be stubbed: a call before that fails the running test.
  ///
  /// - Parameters:
  ///   - placeholder: What such a call returns.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public convenience init(
    placeholder: Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      [], otherwise: { _ in placeholder }, needsStub: true,
      SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes the compiler say what is missing where a spy returns a value and cannot throw.
  @available(*, unavailable, message: "say what it returns before it is stubbed: Spy(placeholder: …)")
  @_disfavoredOverload
  public convenience init() {
    // Never called: it does not compile.
    preconditionFailure()
  }
}

extension FunctionSpy where Result == Void {
  /// Creates a spy of a function that returns nothing.
  public convenience init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init([], otherwise: { _ in }, needsStub: false, place)
  }
}

extension FunctionSpy where Failure == any Error {
  /// Creates a spy that must be stubbed: a call before that fails the running test, and throws ``UnstubbedCallError``.
  @_disfavoredOverload
  public convenience init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init([], otherwise: { _ throws in throw UnstubbedCallError(place: place) }, needsStub: true, place)
  }
}
