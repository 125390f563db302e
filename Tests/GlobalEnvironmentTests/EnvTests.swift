import Foundation
import GlobalEnvironmentTesting
import Testing

@testable import GlobalEnvironment

/// Reading and writing `Env`, in a scope of its own for each test.
@Suite(.environment(Environment()))
struct EnvTests {
  private let epoch = Date(timeIntervalSince1970: 0)

  @Test func `one endpoint changes and the others stay`() {
    let zone = Env.timeZone()
    Env.date = { [epoch] in epoch }
    #expect(Env.date() == epoch)
    #expect(Env.timeZone() == zone)
  }

  @Test func `a whole environment replaces every endpoint`() {
    Env = .mock
    #expect(Env.date() == Date(timeIntervalSince1970: 1_573_548_300))
    #expect(Env.locale().identifier == "en_US")
  }

  @Test func `reset brings back the live world`() {
    Env = .mock
    Env.reset()
    #expect(abs(Env.date().timeIntervalSinceNow) < 3600)
    #expect(Env.locale() == .autoupdatingCurrent)
    #expect(Env.timeZone() == .autoupdatingCurrent)
    #expect(Env.scheduler() is QueueScheduler)
  }

  @Test func `a value of the environment is a copy`() {
    var copy = Env
    copy.date = { [epoch] in epoch }
    #expect(Env.date() != epoch)
    Env = copy
    #expect(Env.date() == epoch)
  }

  @Test func `an endpoint may build on the one it replaces`() {
    Env.date = { [epoch] in epoch }
    let before = Env.date
    Env.date = { before() + 60 }
    #expect(Env.date() == epoch + 60)
  }

  @Test func `what is written while Env is being changed is kept`() {
    func changeLocale(of environment: inout Environment) {
      Env.date = { Date(timeIntervalSince1970: 7) }
      environment.locale = { Locale(identifier: "ja_JP") }
    }
    changeLocale(of: &Env)
    #expect(Env.date() == Date(timeIntervalSince1970: 7))
    #expect(Env.locale().identifier == "ja_JP")
  }

  @Test func `a reset beside an assignment of the whole leaves nothing of that`() {
    func resetBesideAssignment(_ environment: inout Environment) {
      Env = .mock
      environment.reset()
    }
    Env.date = { [epoch] in epoch }
    resetBesideAssignment(&Env)
    #expect(Env.date() != Date(timeIntervalSince1970: 1_573_548_300))
    #expect(Env.arguments() != ["mock"])
  }

  @Test func `an assignment in place beside one of the whole leaves nothing of that`() {
    func restore(_ environment: inout Environment, to saved: Environment) {
      Env = .mock
      environment = saved
    }
    let saved = Env
    Env.date = { [epoch] in epoch }
    restore(&Env, to: saved)
    #expect(Env.locale() == .autoupdatingCurrent)
    #expect(Env.arguments() != ["mock"])
  }

  @Test func `what is changed after a reset in place belongs to it`() {
    func resetAndChange(_ environment: inout Environment) {
      Env = .mock
      environment.reset()
      environment.date = { Date(timeIntervalSince1970: 5) }
    }
    resetAndChange(&Env)
    #expect(Env.date() == Date(timeIntervalSince1970: 5))
    #expect(Env.arguments() != ["mock"])
  }

  @Test func `one endpoint that is changed beside an assignment of the whole becomes part of it`() {
    func change(_ environment: inout Environment) {
      Env = .mock
      environment.date = { Date(timeIntervalSince1970: 6) }
    }
    change(&Env)
    #expect(Env.date() == Date(timeIntervalSince1970: 6))
    #expect(Env.arguments() == ["mock"])
  }

  @Test func `a copy from an earlier change replaces the whole`() {
    func keep(_ environment: inout Environment) -> Environment { environment }
    func restore(_ environment: inout Environment, to saved: Environment) {
      Env = .mock
      environment = saved
    }
    let saved = keep(&Env)
    restore(&Env, to: saved)
    #expect(Env.arguments() != ["mock"])
  }

  @Test func `the later of two writes to one endpoint wins`() {
    func changeDate(of environment: inout Environment) {
      Env.date = { Date(timeIntervalSince1970: 1) }
      environment.date = { Date(timeIntervalSince1970: 2) }
    }
    changeDate(of: &Env)
    #expect(Env.date() == Date(timeIntervalSince1970: 2))
  }

  @Test func `a change may suspend, and blocks nobody meanwhile`() async {
    func change(_ environment: inout Environment) async {
      await Task { Env.date = { Date(timeIntervalSince1970: 3) } }.value
      environment.locale = { Locale(identifier: "fr_FR") }
    }
    await change(&Env)
    #expect(Env.date() == Date(timeIntervalSince1970: 3))
    #expect(Env.locale().identifier == "fr_FR")
  }

  @Test func `a change that throws keeps what it had changed so far`() {
    struct Refused: Error {}
    func change(_ environment: inout Environment) throws {
      environment.date = { Date(timeIntervalSince1970: 4) }
      throw Refused()
    }
    #expect(throws: Refused.self) { try change(&Env) }
    #expect(Env.date() == Date(timeIntervalSince1970: 4))
  }

  @Test(arguments: [(true, RootGrowth.limit), (false, RootGrowth.limitInScope)])
  func `a program that writes one scope thousands of times is told once`(isRoot: Bool, limit: Int) {
    let messages = messages(isRoot: isRoot, isTesting: false)
    #expect(messages.map(\.number) == [limit])
    #expect(messages.first?.text.contains("withEnvironment") == true)
  }

  @Test func `a process with tests may write the root as often as it likes, but not one scope`() {
    #expect(messages(isRoot: true, isTesting: true).isEmpty)
    #expect(messages(isRoot: false, isTesting: true).count == 1)
  }

  private func messages(isRoot: Bool, isTesting: Bool) -> [(number: Int, text: String)] {
    (1...2 * RootGrowth.limitInScope).compactMap { number in
      RootGrowth.message(afterWrite: number, isRoot: isRoot, isTesting: isTesting).map { (number, $0) }
    }
  }

  @Test func `every stored property but the last is one closure, and is listed, as merging two writes requires`() {
    let endpoints = Mirror(reflecting: Environment()).children
    #expect(endpoints.suffix(1).map(\.label) == ["own"])
    let size = MemoryLayout<Environment>.size - MemoryLayout<OwnEndpoints>.size
    #expect(size == (endpoints.count - 1) * 2 * MemoryLayout<UInt>.size)
    for endpoint in endpoints.dropLast() {
      #expect("\(type(of: endpoint.value))".contains("->"), "\(endpoint.label ?? "")")
    }
    #expect(endpoints.dropLast().map(\.label) == Environment.stored.map(\.name))
  }

  @Test func `each endpoint that is written while Env is being changed is kept`() {
    let (before, later) = (Env, Environment.unimplemented)
    func change(_ environment: inout Environment) { Env = later }
    change(&Env)
    #expect(Set(Environment.stored.map(\.name)).isSubset(of: Env.endpoints(changedSince: before)))
    #expect(Env.endpoints(changedSince: later) == [])
  }

  @Test func `each endpoint of the latest whole is there after one is set, also where old memory is used again`() {
    let (first, second) = (Environment.mock, Environment.unimplemented)
    Env = first
    Env = second
    Env.uuid = first.uuid
    #expect(Env.endpoints(changedSince: second) == ["uuid"])
    Env.date = first.date
    Env.date = second.date
    Env.uuid = second.uuid
    #expect(Env.endpoints(changedSince: second) == [])
  }
}
