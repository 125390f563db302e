import Foundation
import GlobalEnvironmentTesting
import Testing

/// The notification center of a mock, on all platforms as on Apple's: each run does the same.
@Suite(.environment(.mock))
struct OrderedObserversTests {
  private final class Model: Sendable {}

  private final class Heard: Sendable {
    private let list = Locked("")

    var text: String { list.withLock { $0 } }
    func add(_ text: String) { list.withLock { $0 += text } }
  }

  private let name = Notification.Name("changed")
  private let heard = Heard()

  private func observe(
    _ text: String, _ name: Notification.Name?, of object: AnyObject? = nil
  ) -> any NSObjectProtocol {
    Env.notificationCenter().addObserver(forName: name, object: object, queue: nil) { [heard] _ in heard.add(text) }
  }

  @Test func `observers are called in the order in which they came`() {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    for letter in letters { _ = observe(String(letter), name) }
    Env.notificationCenter().post(name: name, object: nil)
    #expect(heard.text == letters)
  }

  @Test func `those of all names, of one object and of a queue have their turns, too`() {
    let model = Model()
    let other = Model()
    // Foundation does not keep it.
    let queue = OperationQueue()
    _ = observe("1", nil)
    _ = observe("2", name, of: model)
    _ = Env.notificationCenter().addObserver(forName: name, object: nil, queue: queue) { [heard] _ in heard.add("3") }
    _ = observe("4", name, of: other)
    _ = observe("5", nil, of: model)
    _ = observe("6", name)
    _ = observe("7", nil)
    withExtendedLifetime(queue) {
      Env.notificationCenter().post(name: name, object: model)
      Env.notificationCenter().post(name: name, object: nil)
      Env.notificationCenter().post(name: Notification.Name("other"), object: other)
    }
    #expect(heard.text == "123567" + "1367" + "17")
  }

  @Test func `an observer that is removed is not called, nor kept`() {
    var tokens: [any NSObjectProtocol] = []
    weak var model: Model?
    do {
      let kept = Model()
      model = kept
      tokens.append(
        Env.notificationCenter().addObserver(forName: name, object: nil, queue: nil) { [heard] _ in
          heard.add("\(ObjectIdentifier(kept).hashValue)")
        })
    }
    for number in 1...40 { tokens.append(observe("\(number) ", name)) }
    for token in tokens.prefix(38) { Env.notificationCenter().removeObserver(token) }
    _ = observe("new", name)
    Env.notificationCenter().post(name: name, object: nil)
    #expect(heard.text == "38 39 40 new")
    // With Swift 6.2, a token keeps what it stands for.
    tokens = []
    #expect(model == nil)
  }

  @Test func `an observer may post, add and remove others`() {
    let center = Env.notificationCenter()
    let second = Notification.Name("second")
    _ = observe("a", second)
    _ = center.addObserver(forName: name, object: nil, queue: nil) { [heard] _ in
      heard.add("1")
      center.post(name: second, object: nil)
      _ = center.addObserver(forName: second, object: nil, queue: nil) { [heard] _ in heard.add("b") }
    }
    // `nonisolated(unsafe)` holds because all of it runs on the thread that posts, which is the test's.
    nonisolated(unsafe) let last = observe("3", name)
    _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in center.removeObserver(last) }
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(heard.text == "1a3" + "1ab")
  }
}
