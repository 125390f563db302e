// audit:allow-file process – this is what sets the proxies of the process.

#if canImport(FoundationNetworking)
  import Foundation
  import GlobalEnvironment

  /// Sends requests of every URL session, but to loopback, to a proxy that does not exist, whose name is in the error.
  /// This URLSession reads the proxy variables at each request.
  enum ProxyTrap {
    private static let proxy = "http://a-test-without-network-runs--stub-Env.http-or-allow-it.localhost:1"
    private static let noProxy = "localhost,127.0.0.1,127.0.0.0/8,::1"

    /// The variables as they were when the process began. A list: making the first dictionary of texts takes the start of a
    /// process a tenth of a millisecond.
    private static let original: [(name: String, value: String)] = {
      // No other thread runs yet. Later calls only replace values: adding variables is not safe while other threads read.
      setenv("all_proxy", "", 0)
      let variable = Environment.live.environmentVariable
      setenv("no_proxy", variable("NO_PROXY") ?? "", 0)
      let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy"]
      return names.compactMap { name in variable(name).map { (name, $0) } }
    }()

    /// Makes room for the variables; to be called while no other thread runs.
    static func prepare() {
      _ = original
    }

    static func set() {
      for (name, _) in original { setenv(name, name == "no_proxy" ? noProxy : proxy, 1) }
    }

    static func unset() {
      for (name, value) in original { setenv(name, value, 1) }
    }
  }
#endif
