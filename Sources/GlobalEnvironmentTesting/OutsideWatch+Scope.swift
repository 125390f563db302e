import GlobalEnvironment
import GlobalEnvironmentMocks

/// What code on queues and threads reads while tests have environments of their own.
extension OutsideWatch {
  /// Makes the scope that such code reads from the process's environment.
  func made(of base: Environment, _ allowed: Set<String>) -> EnvironmentScope {
    var environment = base
    let changed = base.endpoints(changedSince: .live)
    let mock = Environment.mock
    /// Replaces a live endpoint that is not allowed. One that was assigned stays.
    func refuse<Value>(_ endpoint: WritableKeyPath<Environment, Value>, _ harmless: Value) -> String? {
      let name = Environment.name(of: endpoint)
      if allowed.contains(name) || changed.contains(where: { name == "Env.\($0)" }) { return nil }
      environment[keyPath: endpoint] = harmless
      return name
    }
    let refused = [
      refuse(\.files, mock.files), refuse(\.defaults, mock.defaults), refuse(\.secrets, mock.secrets),
      refuse(\.urlSession, mock.urlSession), refuse(\.openURL) { _ in false },
      refuse(\.http) { _ in throw OutsideTestsError(endpoint: "Env.http") },
      refuse(\.httpBytes) { _, _ in throw OutsideTestsError(endpoint: "Env.httpBytes") },
    ].compactMap { $0 }
    // Weak, as this holds the scope that holds them.
    environment.observeCalls(in: .root) { [weak self] in self?.note($0, isRefused: refused.contains($0)) }
    environment.announceReadsOfOwnEndpoints { [weak self] name, _ in self?.note(name, isRefused: false) }
    return EnvironmentScope(environment, in: Self.family) { TestScopes.reportWriteOutsideTests() }
  }
}
