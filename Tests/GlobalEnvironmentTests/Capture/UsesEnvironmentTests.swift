import Foundation
import GlobalEnvironmentTesting
import Testing

/// Types with an environment as a property, of their instances and of themselves.
@Suite(.environment(.mock))
struct UsesEnvironmentTests {
  @Test func `an object's environment is that in which it was made, and its type's the current one`() {
    let parent = withEnvironment(past) { Parent() }
    #expect(parent.env.now() == .distantPast)
    #expect(Parent.now() == Env.date())
    withEnvironment(future) { #expect(Parent.now() == .distantFuture) }
  }

  @Test func `static methods in the object's environment are called in its run`() {
    let parent = withEnvironment(past) { Parent() }
    #expect(parent.env.run { Parent.now() } == .distantPast)
  }

  @Test func `a child that is made at once has the environment of its parent`() {
    let parent = withEnvironment(past) { Parent() }
    #expect(parent.eager.env.date() == .distantPast)
  }

  @Test func `a child that is made late has that of its parent, whatever makes it`() {
    let parent = withEnvironment(past) { Parent() }
    let grandchild = withEnvironment(future) { parent.lazyChild.child }
    #expect(parent.lazyChild.env.date() == .distantPast)
    #expect(grandchild.env.date() == .distantPast)
  }

  @Test func `a class that is Sendable may make a child late, too`() async {
    let parent = withEnvironment(past) { SendableParent() }
    #expect(await Task.detached { parent.child.env.date() }.value == .distantPast)
  }

  @Test func `a child may be made elsewhere in the environment of a parent`() async {
    let parent = withEnvironment(past) { Parent() }
    let child = withEnvironment(of: parent) { Child() }
    let other = await withEnvironment(of: parent) {
      await Task.yield()
      return Child()
    }
    #expect(child.env.date() == .distantPast)
    #expect(other.env.date() == .distantPast)
  }

  @Test func `a child that is made without its parent has the environment of its maker`() {
    let child = withEnvironment(past) { withEnvironment(future) { Child() } }
    #expect(child.env.date() == .distantFuture)
  }

  @Test func `what a body of a parent's environment throws arrives`() async {
    struct Refused: Error { var code: Int }
    let parent = Parent()
    do throws(Refused) {
      try withEnvironment(of: parent) { () throws(Refused) in throw Refused(code: 1) }
    } catch {
      #expect(error.code == 1)
    }
    do throws(Refused) {
      try await withEnvironment(of: parent) { () async throws(Refused) in throw Refused(code: 2) }
    } catch {
      #expect(error.code == 2)
    }
  }

  @Test func `a type that stores no environment asks Env at each access`() {
    let forgetful = withEnvironment(past) { Forgetful() }
    #expect(forgetful.env.date() == Env.date())
    withEnvironment(future) { #expect(forgetful.env.date() == .distantFuture) }
    #expect(Forgetful.env.date() == Env.date())
    #expect(Forgetful.env.firstWeekday == Env.firstWeekday)
  }

  @Test func `an environment lets go of all when its last holder does`() {
    final class Token: Sendable {}
    weak var first: Token?
    weak var second: Token?
    var parent: Parent? = withEnvironment {
      let token = Token()
      first = token
      $0.date = { withExtendedLifetime(token) { .distantPast } }
    } perform: {
      Parent()
    }
    let child = parent?.lazyChild
    parent?.using(
      Environment {
        let token = Token()
        second = token
        $0.date = { withExtendedLifetime(token) { .distantFuture } }
      })
    #expect(parent?.env.now() == .distantFuture)
    let endpoint = parent?.env.now
    parent = nil
    #expect(second != nil)
    withExtendedLifetime((child, endpoint)) {}
    _ = consume endpoint
    #expect(second != nil, "The child holds it.")
    _ = consume child
    #expect(first == nil)
    #expect(second == nil)
  }
}

@Sendable private func past(_ environment: inout Environment) { environment.date = { .distantPast } }
@Sendable private func future(_ environment: inout Environment) { environment.date = { .distantFuture } }

private final class Parent: UsesEnvironment {
  struct Uses: EnvironmentSubset {
    let now = \Environment.date
  }
  let env = CapturedEnvironment<Uses>()
  let eager = Child()
  lazy var lazyChild = withEnvironment(of: self) { Child() }

  static func now() -> Date { env.now() }
}

// Used by one task at a time.
private final class SendableParent: UsesEnvironment, @unchecked Sendable {
  let env = CapturedEnvironment()
  lazy var child = withEnvironment(of: self) { Child() }
}

private final class Child: UsesEnvironment {
  let env = CapturedEnvironment()
  lazy var child: Child = withEnvironment(of: self) { Child() }
}

private struct Forgetful: UsesEnvironment {}
