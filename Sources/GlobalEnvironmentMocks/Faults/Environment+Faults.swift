import Foundation
package import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Environment {

  /// Sends the calls of this environment through `run`, except those that go there already.
  package mutating func adapt(to run: FaultRun) {
    if run.isOver || endpointsThatCanFail.isEmpty { return }
    let mark = self.faultMark.flatMap { $0.run === run ? $0 : nil }
    if mark == nil {
      if let byHand = self.faultMark, byHand.isByHand { run.takeOver(byHand.run) }
      run.carryOver(&self)
      failReadsOfOwnEndpoints(in: run)
    }
    adapt(Self.allNames.subtracting(adapted(by: mark)), to: run)
    setFaultMark(run, Self.allNames, isByHand: false)
  }

  /// Sends the calls of one endpoint through the run for faults that are placed by hand.
  ///
  /// - Returns: That run.
  mutating func adaptByHand(_ endpoint: String) -> FaultRun {
    let mark = self.faultMark
    // In a test with the trait all calls go there already.
    if let mark, !mark.isByHand { return mark.run }
    let run = mark?.run ?? FaultRun()
    if mark == nil { failReadsOfOwnEndpoints(in: run) }
    let group: Set =
      switch endpoint {
      case "http": ["http", "httpBytes", "urlSession"]
      // Made for the place, which a fault changes.
      case "calendar", "dateFormatter": [endpoint, "locale", "timeZone"]
      case "numberFormatter": [endpoint, "locale"]
      default: [endpoint]
      }
    let adapted = adapted(by: mark)
    adapt(group.subtracting(adapted), to: run)
    setFaultMark(run, adapted.union(group), isByHand: true)
    return run
  }

  /// Records that what has changed since `before` still sends its calls where that sent them.
  mutating func keepFaultMark(of before: Environment) {
    guard let mark = before.faultMark else { return }
    setFaultMark(mark.run, before.adapted(by: mark), isByHand: mark.isByHand)
  }

  private static let allNames = Set(endpointNames.map(\.name))

  /// The endpoints that can be made to fail. A live endpoint never is, not in a mock either: some faults remove files and
  /// settings.
  var endpointsThatCanFail: Set<String> {
    var names = Set(endpoints(changedSince: .live))
    // Outside of a mock, one that was changed may still reach the live stores: a recorder of them, for instance.
    if !isMock { names.subtract(["files", "defaults", "secrets"]) }
    // A mock has the formatters of the live world, made for its own place.
    return names.contains("locale") ? names.union(["dateFormatter", "numberFormatter"]) : names
  }

  /// The endpoints whose calls go through the run of `mark`: those that were not assigned since.
  private func adapted(by mark: FaultMark?) -> Set<String> {
    mark.map { $0.endpoints.subtracting(endpoints(changedSince: $0.adapted)) } ?? []
  }

  private mutating func setFaultMark(_ run: FaultRun, _ endpoints: Set<String>, isByHand: Bool) {
    // It would hold all that came before.
    self.faultMark = nil
    self.faultMark = FaultMark(run: run, isByHand: isByHand, endpoints: endpoints, adapted: self)
  }

  private mutating func failReadsOfOwnEndpoints(in run: FaultRun) {
    // A call of a killed program has no effect: it fails, too.
    failReadsOfOwnEndpoints { [.fails, .killed].contains(run.strike(.own($0))) }
  }

  // MARK: Endpoint by endpoint

  private mutating func adapt(_ names: Set<String>, to run: FaultRun) {
    let names = names.intersection(endpointsThatCanFail)
    func wrap<Endpoint>(
      _ name: String, _ path: WritableKeyPath<Environment, Endpoint>, _ wrapped: (Endpoint) -> Endpoint
    ) {
      if names.contains(name) { self[keyPath: path] = wrapped(self[keyPath: path]) }
    }
    let stubs = self.httpStubs
    wrap("http", \.http) { before in { try await run.http($0, stubs, before) } }
    wrap("httpBytes", \.httpBytes) { before in
      { request, progress in try await run.httpBytes(request, stubs) { try await before($0, progress) } }
    }
    if names.contains("urlSession"), let stubs {
      urlSession = run.sessions(of: stubs, inPlaceOf: urlSession)
    }
    wrap("files", \.files) { before in { FaultyFiles(base: run.inside(before), run: run) } }
    wrap("defaults", \.defaults) { before in { FaultyDefaults(base: run.inside(before), run: run) } }
    wrap("secrets", \.secrets) { before in { FaultySecrets(base: run.inside(before), run: run) } }
    wrap("date", \.date) { before in
      {
        _ = run.strike(.date)
        // A closure that was assigned may ask the one before it, which would add the same again.
        let shift = FaultRun.isShiftingDate ? 0 : run.surroundings.shift
        return FaultRun.$isShiftingDate.withValue(true) { run.inside(before) } + shift
      }
    }
    wrap("scheduler", \.scheduler) { before in
      { run.strike(.scheduler) == .late ? run.late(before) : run.inside(before) }
    }
    wrap("backgroundScheduler", \.backgroundScheduler) { before in
      { run.strike(.backgroundScheduler) == .late ? run.late(before) : run.inside(before) }
    }
    wrap("timeZone", \.timeZone) { before in { run.counted(.timeZone) { run.surroundings.timeZone ?? before() } } }
    wrap("locale", \.locale) { before in { run.counted(.locale) { run.surroundings.locale ?? before() } } }
    wrap("calendar", \.calendar) { before in { run.counted(.calendar, before) } }
    wrap("dateFormatter", \.dateFormatter) { before in
      { configure in run.counted(.dateFormatter) { before(configure) } }
    }
    wrap("numberFormatter", \.numberFormatter) { before in
      { configure in run.counted(.numberFormatter) { before(configure) } }
    }
    wrap("openURL", \.openURL) { before in
      { url in
        if run.strike(.openURL) != nil { return false }
        return await FaultRun.$isInside.withValue(true) { await before(url) }
      }
    }
    wrap("standardOutput", \.standardOutput) { before in { if !run.isKilled { before($0) } } }
    wrap("standardError", \.standardError) { before in { if !run.isKilled { before($0) } } }
  }
}

/// The run through which the calls of an environment go.
final class FaultMark: Sendable {
  let run: FaultRun
  /// Whether faults are placed by hand.
  let isByHand: Bool
  /// The endpoints whose calls went there then.
  let endpoints: Set<String>
  /// The environment as it was then.
  let adapted: Environment

  init(run: FaultRun, isByHand: Bool, endpoints: Set<String>, adapted: Environment) {
    (self.run, self.isByHand, self.endpoints, self.adapted) = (run, isByHand, endpoints, adapted)
  }
}

/// The runs for faults that are placed by hand, in a mock and in its copies: each copy knows its own only.
final class FaultsByHand: Sendable {
  private let runs = Locked<[FaultRun]>([])

  func add(_ run: FaultRun) {
    runs.withLock { runs in
      // Those that have nothing to report are not kept.
      runs.removeAll { $0 === run || $0.isDone }
      runs.append(run)
    }
  }

  func verify() {
    for run in runs.withLock({ $0 }) { run.verify() }
  }
}

extension EnvironmentEndpoints {
  /// The run through which the calls of an environment go; nil where no fault is planned.
  var faultMark: EnvironmentEndpoint<FaultMark?> { EnvironmentEndpoint(live: nil, mock: nil) }
  /// What all copies of a mock share; nil elsewhere.
  var faultsByHand: EnvironmentEndpoint<FaultsByHand?> { EnvironmentEndpoint(live: nil, mock: FaultsByHand()) }
}

extension FaultRun {
  /// The run of the current environment; nil where no fault is planned.
  package static var current: FaultRun? { run(of: Env) }

  /// The run of an environment; nil where no fault is planned.
  package static func run(of environment: Environment) -> FaultRun? {
    environment.made(EnvironmentEndpoints().faultMark)??.run
  }

  /// Reports the faults placed by hand that have not happened, in that environment and in all copies of its mock.
  package static func verify(in environment: Environment) {
    run(of: environment)?.verify()
    environment.made(EnvironmentEndpoints().faultsByHand)??.verify()
  }
}
