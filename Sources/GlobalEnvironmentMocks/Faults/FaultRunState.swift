import Foundation
import GlobalEnvironment

extension FaultRun {

  /// A fault that waits for its call.
  struct Due: Sendable {
    let entry: FaultPlan.Entry
    /// Where `Env.fail` placed it by hand; nil for one of the plan.
    let place: SourcePlace?
    /// How many calls came before those that its number counts.
    var before = 0
  }

  enum Phase { case alive, killed, over }

  struct State: Sendable {
    var phase = Phase.alive
    var due: [Due]
    var struck: [FaultPlan.Entry] = []
    var lasting: [EnvironmentFault] = []
    /// How many calls there were, by endpoint, and by endpoint and key.
    var counts: [String: Int] = [:]
    /// The counts with which this life began.
    var begun: [String: Int] = [:]
    var made: [Made] = []
    var misfits: [(message: String, place: SourcePlace?)] = []
    var surroundings = Surroundings()
    var isVerified = false
    var isGivenUp = false
    /// Whether a fault has cancelled a task.
    var hasCancelled = false
    /// Whether a fault that was placed by hand has happened.
    var hasStruckByHand = false
    var onKill: (@Sendable () -> Void)?
    /// How often a drawn fault may still kill the program: each life costs a run.
    var drawnKillsLeft = 2
    var stores: [Stores] = []
    /// How many new worlds this life has begun with.
    var worlds = 0
  }

  /// What the faults of time and place have changed.
  struct Surroundings: Sendable {
    var shift: TimeInterval = 0
    var timeZone: TimeZone?
    var locale: Locale?
  }

  /// What outlives a process.
  struct Stores: Sendable {
    let files: @Sendable () -> any EnvironmentFileSystem
    let defaults: @Sendable () -> any DefaultsStore
    let secrets: @Sendable () -> any SecretStore

    init(_ environment: Environment) {
      (files, defaults, secrets) = (environment.files, environment.defaults, environment.secrets)
    }

    func put(into environment: inout Environment) {
      (environment.files, environment.defaults, environment.secrets) = (files, defaults, secrets)
    }
  }
}

extension FaultRun.State {
  /// The calls of the same endpoint, in words; nothing where there were none, or where `call` itself came.
  func others(than call: FaultCall) -> String {
    let names = counts.keys.filter { $0.hasPrefix("\(call.endpoint) ") }.sorted()
    if names.isEmpty || counts[call.name] != nil { return "" }
    return " There were calls of: \(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "")."
  }

  mutating func next(
    _ kind: FaultyCall, _ key: String?, limit: Int, draw: (@Sendable (FaultCall, FaultyCall) -> EnvironmentFault?)?
  ) -> EnvironmentFault? {
    let endpoint = kind.endpoint
    let name = FaultCall.name(endpoint, key)
    counts[endpoint, default: 0] += 1
    if key != nil { counts[name, default: 0] += 1 }
    let call = FaultCall(endpoint: endpoint, key: key, number: counts[name, default: 0])

    let index = due.firstIndex {
      let planned = $0.entry.call
      guard planned.endpoint == endpoint, planned.key == nil || planned.key == key else { return false }
      return counts[planned.name, default: 0] - $0.before == planned.number
    }
    let aftermath = lasting.lazy.compactMap { kind.aftermath(of: $0) }.first
    if made.count < limit { made.append(FaultRun.Made(call: call, kind: kind, isAftermath: aftermath != nil)) }

    if let index {
      let due = due.remove(at: index)
      let fault = due.entry.fault
      guard kind.faults.contains(fault) else {
        let fitting = kind.faults.map { ".\($0.rawValue)" }.joined(separator: ", ")
        let message = "The fault \(fault.rawValue) does not fit \(call). Choose one of these: \(fitting)."
        misfits.append((message, due.place))
        return aftermath
      }
      if due.place == nil { struck.append(FaultPlan.Entry(call, fault)) } else { hasStruckByHand = true }
      if fault.lasts { lasting.append(fault) }
      return fault
    }
    if let aftermath { return aftermath }
    guard let drawn = draw?(call, kind), drawn != .killed || drawnKillsLeft > 0 else { return nil }
    if drawn == .killed { drawnKillsLeft -= 1 }
    struck.append(FaultPlan.Entry(call, drawn))
    if drawn.lasts { lasting.append(drawn) }
    return drawn
  }
}
