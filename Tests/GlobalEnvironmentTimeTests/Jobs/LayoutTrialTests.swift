import GlobalEnvironment
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironmentTime

/// What the package knows of the runtime's memory, and what it does where that is otherwise.
@Suite(.serialized) struct LayoutTrialTests {

  @Test func `in this runtime, all of it shows`() throws {
    #expect(PrivateLayouts.refusal == nil)
    #expect(try #require(PrivateLayouts.found).areFunctionsShown)
    #expect(try #require(PrivateLayouts.found).isStatusShown)
  }

  @Test(arguments: PrivateLayouts.fields.keys.filter { $0 != "wrapped" }, [-2, -1, 1, 2, 3])
  func `one that is shifted by a word or a bit is switched off, and nothing crashes`(name: String, shift: Int) throws {
    var layouts = PrivateLayouts()
    layouts[keyPath: try #require(PrivateLayouts.fields[name])] += shift
    guard let outcome = LayoutTrial(of: layouts).outcome else {
      Issue.record("The seam has shown no job.")
      return
    }
    if ["function", "context", "outerContext", "returning"].contains(name) {
      #expect(try outcome.get().areFunctionsShown == false)
    } else if ["status", "endBit"].contains(name) {
      #expect(try outcome.get().isStatusShown == false)
    } else {
      #expect(throws: LayoutError.self) { try outcome.get() }
    }
  }

  @Test func `a trial that fails leaves nothing behind`() throws {
    var shifted = PrivateLayouts()
    shifted.childBit += 1
    for layouts in [PrivateLayouts(), shifted, PrivateLayouts()] { _ = LayoutTrial(of: layouts).outcome }
    #expect(LayoutTrial.running == nil)
    #expect(try LayoutTrial(of: PrivateLayouts()).outcome?.get().areFunctionsShown == true)
  }

  @Test func `the error says which runtime it is, what does not show, and what to do`() {
    let text = LayoutError(part: "child tasks").description
    for part in [
      "child tasks do not show", "Swift 6.", "layout version", "Use a newer version", "Env.time.advance(by:)",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }
}

/// Where it stands what is known of each task.
struct TaskNotesTests {
  @Test func `a number far away makes no pages for those in between`() {
    var notes = TaskNotes()
    notes.begin(with: 1)
    for id: UInt64 in [5, 1 << 40, 1 << 60] { _ = notes.note(.process, of: id) }
    #expect(notes.pages.count <= 3)
    #expect(notes.note(of: 1 << 60)?.isProcess == true && notes.note(of: 5)?.isProcess == true)
  }
}

extension TaskFamilies.Note {
  fileprivate var isProcess: Bool { if case .process = self { true } else { false } }
}
