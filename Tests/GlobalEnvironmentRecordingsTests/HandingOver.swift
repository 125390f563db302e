import Foundation

/// Runs `body`, whose exit tests can ask for `value` by `name`: in Swift 6.2, their bodies capture nothing.
///
/// No two of the same name may run at a time.
func handingOver(_ value: some Encodable, as name: String, _ body: () async throws -> Void) async throws {
  let file = file(name, of: getpid())
  defer { try? FileManager.default.removeItem(at: file) }
  try JSONEncoder().encode(value).write(to: file)
  try await body()
}

/// Returns the value that the test of this process hands over by `name`.
func handedOver<Value: Decodable>(_ name: String) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(contentsOf: file(name, of: getppid())))
}

private func file(_ name: String, of process: pid_t) -> URL {
  FileManager.default.temporaryDirectory.appending(component: "HandedOver-\(process)-\(name).json")
}
