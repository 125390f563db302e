import Combine
import GlobalEnvironmentTesting
import Testing

@Suite(.environment(.mock)) struct PublishedTests {
  @Test func whatPublishedPropertiesHoldMoves() {
    let model = Model()
    model.using(.mock(date: .distantPast))
    #expect(model.child.env.date() == .distantPast)
    #expect(model.children.map { $0.env.date() } == [.distantPast])
    #expect(model.row.env.date() == .distantPast)
  }

  @Test func itMovesWhenSomebodyHasSubscribed() {
    let model = Model()
    let subscription = model.$child.sink { _ in }
    model.using(.mock(date: .distantPast))
    #expect(model.child.env.date() == .distantPast)
    withExtendedLifetime(subscription) {}
  }

  @Test func theValueOfASubjectMoves() {
    let model = Model()
    let child = Child()
    model.subject = CurrentValueSubject(child)
    model.using(.mock(date: .distantPast))
    #expect(child.env.date() == .distantPast)
  }

  @Test func aForgottenValueIsAnIssue() {
    withKnownIssue {
      Careless().using(.mock(date: .distantPast))
    } matching: {
      $0.comments.contains { $0.rawValue.contains("keeps its old environment") }
    }
  }
}

private final class Child: UsesEnvironment {
  let env = CapturedEnvironment()
}

private struct Row: UsesEnvironment {
  var env = CapturedEnvironment()
  static var environmentMembers: [AnyKeyPath] { [\Self.env] }
}

private final class Model: ObservableObject, UsesEnvironment {
  let env = CapturedEnvironment()
  @Published var child = Child()
  @Published var children = [Child()]
  @Published var row = Row()
  var subject: CurrentValueSubject<Child, Never>?
  static var environmentMembers: [AnyKeyPath] { [\Model.row] }
}

private final class Careless: ObservableObject, UsesEnvironment {
  let env = CapturedEnvironment()
  @Published var row = Row()
}
