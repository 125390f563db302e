import Foundation
import GlobalEnvironment
import GlobalEnvironmentMocks

extension Environment {
  /// Whether none of the endpoints has been changed through which code reaches beyond this process.
  var reachesLiveWorld: Bool {
    Set(endpoints(changedSince: .live))
      .isDisjoint(with: ["http", "httpBytes", "urlSession", "openURL", "files", "defaults", "secrets"])
  }

  /// Lets each endpoint call `note` before it sends a request, changes files or settings, hands out secrets or opens an address.
  mutating func noteReach(_ note: @escaping @Sendable (_ endpoint: String) -> Void) {
    let (http, httpBytes, urlSession, openURL) = (http, httpBytes, urlSession, openURL)
    let (files, defaults, secrets) = (files, defaults, secrets)
    self.http = { request in
      await WaitingFunctions.known { note("Env.http") }
      return try await http(request)
    }
    self.httpBytes = { request, progress in
      await WaitingFunctions.known { note("Env.httpBytes") }
      return try await httpBytes(request, progress)
    }
    self.openURL = { url in
      await WaitingFunctions.known { note("Env.openURL") }
      return await openURL(url)
    }
    self.urlSession = {
      note("Env.urlSession()")
      return urlSession()
    }
    self.secrets = {
      note("Env.secrets()")
      return secrets()
    }
    self.files = { NotedFiles(files: files()) { note("Env.files()") } }
    self.defaults = { NotedDefaults(defaults: defaults()) { note("Env.defaults()") } }
  }
}

/// Files that tell of each change before it is made.
private struct NotedFiles: EnvironmentFileSystem {
  let files: any EnvironmentFileSystem
  let note: @Sendable () -> Void

  func read(_ url: URL) throws -> Data { try files.read(url) }
  func list(_ url: URL) throws -> [URL] { try files.list(url) }
  func attributes(of url: URL) throws -> FileAttributes { try files.attributes(of: url) }
  func folder(_ folder: KnownFolder) -> URL { files.folder(folder) }

  func write(_ data: Data, to url: URL) throws { try changed { try $0.write(data, to: url) } }
  func append(_ data: Data, to url: URL) throws { try changed { try $0.append(data, to: url) } }
  func createFolder(_ url: URL) throws { try changed { try $0.createFolder(url) } }
  func move(_ source: URL, to destination: URL) throws { try changed { try $0.move(source, to: destination) } }
  func copy(_ source: URL, to destination: URL) throws { try changed { try $0.copy(source, to: destination) } }
  func remove(_ url: URL) throws { try changed { try $0.remove(url) } }

  private func changed(_ change: (any EnvironmentFileSystem) throws -> Void) throws {
    note()
    try change(files)
  }
}

/// Settings that tell of each change before it is made.
private struct NotedDefaults: DefaultsStore {
  let defaults: any DefaultsStore
  let note: @Sendable () -> Void

  func value(for name: String) -> PropertyListValue? { defaults.value(for: name) }
  // They do not outlive the process.
  func register(_ values: [String: PropertyListValue]) { defaults.register(values) }
  func observe(_ name: String, _ onChange: @escaping @Sendable () -> Void) -> EnvironmentCancellation {
    defaults.observe(name, onChange)
  }

  func set(_ value: PropertyListValue?, for name: String) {
    note()
    defaults.set(value, for: name)
  }

  func suite(_ name: String) throws(DefaultsError) -> any DefaultsStore {
    NotedDefaults(defaults: try defaults.suite(name), note: note)
  }
}
