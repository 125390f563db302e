import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Outside {
  var session = URLSession.shared
  //                       ^ network
  var center: NotificationCenter = .default
  //                                ^ notifications
  var settings = UserDefaults.standard
  //                          ^ defaults
  var disk = FileManager.default
  //                     ^ files

  func fetch(_ url: URL) async throws -> Data {
    let own = URLSession(configuration: .ephemeral)
    //        ^ network
    let delegated = URLSession(configuration: .default, delegate: nil, delegateQueue: nil)
    //              ^ network
    _ = (own, delegated, URLCache.shared, HTTPCookieStorage.shared)
    //                            ^ network
    //                                                      ^ network
    return try await URLSession.shared.data(from: url).0
    //                          ^ network
  }

  func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: nil)
    //                 ^ notifications
  }

  func isMuted() -> Bool {
    settings.bool(forKey: "muted") || UserDefaults(suiteName: "sample")?.bool(forKey: "muted") == true
    //                                ^ defaults
  }

  func store(_ text: String, at url: URL) throws -> Data {
    try text.write(to: url, atomically: true, encoding: .utf8)
    //       ^ files
    try Data(text.utf8).write(to: url)
    //                  ^ files
    _ = try String(contentsOf: url, encoding: .utf8)
    //      ^ files
    _ = try String(contentsOfFile: url.path, encoding: .utf8)
    //      ^ files
    _ = try FileHandle(forReadingFrom: url).readToEnd()
    //      ^ files
    _ = [URL.temporaryDirectory, URL(fileURLWithPath: NSTemporaryDirectory()), .homeDirectory, .currentDirectory()]
    //       ^ files
    //                           ^ files
    //                                                ^ files
    //                                                                          ^ files
    //                                                                                          ^ files
    guard FileManager.default.fileExists(atPath: url.path), Bundle.main.bundleIdentifier != nil else { return Data() }
    //                ^ files
    //                                                             ^ files
    return try Data(contentsOf: url)
    //         ^ files
  }

  func process() -> [String?] {
    let child = Process()
    //          ^ process
    child.arguments = CommandLine.arguments
    //                            ^ process
    return [
      ProcessInfo.processInfo.environment["HOME"], ProcessInfo.processInfo.hostName, CommandLine.arguments.first,
      //          ^ process
      //                                                       ^ process
      //                                                                                         ^ process
      getenv("HOME").map { String(cString: $0) }, "\(getpid())", "\(ProcessInfo.processInfo.systemUptime)",
      //+0 process
      //                                             ^ process
      //                                                                                    ^ clock
    ]
  }

  func talk() {
    print("print() is a call, this is none")
    //+0 output
    debugPrint(1)
    //+0 output
    dump([1])
    //+0 output
    ["a"].forEach { print($0) }
    //              ^ output
    NSLog("%@", "a")
    //+0 output
    puts("a")
    //+0 output
    FileHandle.standardError.write(Data(readLine()?.utf8 ?? "".utf8))
    //         ^ output
    //                                  ^ output
  }
}
