import Foundation
package import GlobalEnvironment

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Environment {

  /// Sends the calls of this environment through `run`, except those that go there already.
  package mutating func adapt(to run: FaultRun) {
    if run.isOver { return }
    let mark = self.faultMark.flatMap { $0.run === run ? $0 : nil }
    if mark == nil {
      run.carryOver(&self)
      failReadsOfOwnEndpoints(in: run)
    }
    adapt(Set(endpoints(changedSince: mark?.adapted)), to: run)
    setFaultMark(run)
  }

  /// Sends the calls of one endpoint through the run for faults that are placed by hand.
  ///
  /// - Returns: That run.
  mutating func adaptByHand(_ endpoint: String) -> FaultRun {
    if let mark = self.faultMark {
      // In a test with the trait all calls go there already.
      if mark.isByHand { adaptByHand(endpoint, to: mark) }
      return mark.run
    }
    let mark = FaultMark(run: FaultRun(), adapted: nil)
    failReadsOfOwnEndpoints(in: mark.run)
    self.faultMark = mark
    adaptByHand(endpoint, to: mark)
    return mark.run
  }

  private mutating func adaptByHand(_ endpoint: String, to mark: FaultMark) {
    let group: Set =
      switch endpoint {
      case "http": ["http", "httpBytes", "urlSession"]
      // Made for the place, which a fault changes.
      case "calendar", "dateFormatter": [endpoint, "locale", "timeZone"]
      case "numberFormatter": [endpoint, "locale"]
      default: [endpoint]
      }
    let new = mark.endpoints.withLock { endpoints in
      defer { endpoints.formUnion(group) }
      return group.subtracting(endpoints)
    }
    adapt(new, to: mark.run)
  }

  /// The names of the endpoints that differ from those of `base`; all names where that is nil.
  private func endpoints(changedSince base: Environment?) -> [String] {
    base.map { endpoints(changedSince: $0) } ?? Self.endpointNames.map(\.name)
  }

  private mutating func setFaultMark(_ run: FaultRun) {
    self.faultMark = nil
    self.faultMark = FaultMark(run: run, adapted: self)
  }

  private mutating func failReadsOfOwnEndpoints(in run: FaultRun) {
    // A call of a killed program has no effect: it fails, too.
    failReadsOfOwnEndpoints { [.fails, .killed].contains(run.strike(.own($0))) }
  }

  // MARK: Endpoint by endpoint

  private mutating func adapt(_ names: Set<String>, to run: FaultRun) {
    if names.contains("http") {
      http = { [before = http] in try await run.http($0, before) }
    }
    if names.contains("httpBytes") {
      httpBytes = { [before = httpBytes] request, progress in
        try await run.httpBytes(request) { try await before($0, progress) }
      }
    }
    if names.contains("urlSession"), let stubs = self.httpStubs {
      urlSession = run.sessions(of: stubs, inPlaceOf: urlSession)
    }
    if names.contains("files") {
      files = { [before = files] in FaultyFiles(base: run.inside(before), run: run) }
    }
    if names.contains("defaults") {
      defaults = { [before = defaults] in FaultyDefaults(base: run.inside(before), run: run) }
    }
    if names.contains("secrets") {
      secrets = { [before = secrets] in FaultySecrets(base: run.inside(before), run: run) }
    }
    adaptTime(names, to: run)
    adaptPlace(names, to: run)
    if names.contains("openURL") {
      openURL = { [before = openURL] url in
        if run.strike(.openURL) != nil { return false }
        return await FaultRun.$isInside.withValue(true) { await before(url) }
      }
    }
    if names.contains("standardOutput") {
      standardOutput = { [before = standardOutput] in if !run.isKilled { before($0) } }
    }
    if names.contains("standardError") {
      standardError = { [before = standardError] in if !run.isKilled { before($0) } }
    }
  }

  private mutating func adaptTime(_ names: Set<String>, to run: FaultRun) {
    if names.contains("date") {
      date = { [before = date] in
        _ = run.strike(.date)
        return run.inside(before) + run.place.shift
      }
    }
    if names.contains("scheduler") {
      scheduler = { [before = scheduler] in
        run.strike(.scheduler) == .late ? run.late(before) : run.inside(before)
      }
    }
    if names.contains("backgroundScheduler") {
      backgroundScheduler = { [before = backgroundScheduler] in
        run.strike(.backgroundScheduler) == .late ? run.late(before) : run.inside(before)
      }
    }
  }

  private mutating func adaptPlace(_ names: Set<String>, to run: FaultRun) {
    if names.contains("timeZone") {
      timeZone = { [before = timeZone] in
        _ = run.strike(.timeZone)
        return run.place.timeZone ?? run.inside(before)
      }
    }
    if names.contains("locale") {
      locale = { [before = locale] in
        _ = run.strike(.locale)
        return run.place.locale ?? run.inside(before)
      }
    }
    if names.contains("calendar") {
      calendar = { [before = calendar] in
        _ = run.strike(.calendar)
        return run.inside(before)
      }
    }
    if names.contains("dateFormatter") {
      dateFormatter = { [before = dateFormatter] configure in
        _ = run.strike(.dateFormatter)
        return run.inside { before(configure) }
      }
    }
    if names.contains("numberFormatter") {
      numberFormatter = { [before = numberFormatter] configure in
        _ = run.strike(.numberFormatter)
        return run.inside { before(configure) }
      }
    }
  }
}

/// The run through which the calls of an environment go.
final class FaultMark: Sendable {
  let run: FaultRun
  /// The environment as it was when all its calls went there; nil where faults are placed by hand.
  let adapted: Environment?
  /// The endpoints whose calls go there, where faults are placed by hand.
  let endpoints = Locked<Set<String>>([])

  var isByHand: Bool { adapted == nil }

  init(run: FaultRun, adapted: Environment?) {
    self.run = run
    self.adapted = adapted
  }
}

extension EnvironmentEndpoints {
  /// The run through which the calls of an environment go; nil where no fault is planned.
  var faultMark: EnvironmentEndpoint<FaultMark?> { EnvironmentEndpoint(live: nil, mock: nil) }
}

extension FaultRun {
  /// The run of the current environment; nil where no fault is planned.
  package static var current: FaultRun? { Env.faultMark?.run }
}
