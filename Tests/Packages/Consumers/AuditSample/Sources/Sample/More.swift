import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is rarer.
struct More {
  func formatters(_ date: Date) -> [Any] {
    let formatters: [Formatter] = [
      EnergyFormatter(), LengthFormatter(), MassFormatter(),
      //+0 formatter
      //                 ^ formatter
      //                                    ^ formatter
      DateIntervalFormatter(),
      //+0 formatter
    ]
    return formatters + [
      DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: nil) ?? "",
      //            ^ formatter
      NumberFormatter.localizedString(from: 1, number: .decimal),
      //              ^ formatter
      ByteCountFormatter.string(fromByteCount: 1, countStyle: .file),
      //                 ^ formatter
    ]
  }

  func texts(_ text: String, at url: URL) throws -> [Any] {
    try text.write(toFile: url.path, atomically: true, encoding: .utf8)
    //       ^ files
    var encoding = String.Encoding.utf8
    let first = try String(contentsOf: url, usedEncoding: &encoding)
    //              ^ files
    let second = try String(contentsOfFile: url.path, usedEncoding: &encoding)
    //               ^ files
    let range = text.localizedStandardRange(of: "a")
    //               ^ locale
    return [
      first, second, range as Any, String.localizedStringWithFormat("%d", 1),
      //                                  ^ locale
      text.localizedStandardContains("a"), text.localizedCaseInsensitiveContains("a"),
      //   ^ locale
      //                                        ^ locale
    ]
  }

  func handles(_ url: URL) throws -> [Any?] {
    let path = url.path
    return [
      try FileHandle(forWritingTo: url), try FileHandle(forUpdating: url), FileHandle(forReadingAtPath: path),
      //  ^ files
      //                                     ^ files
      //                                                                   ^ files
      FileHandle(forWritingAtPath: path), FileHandle.standardInput, FileHandle.standardOutput,
      //+0 files
      //                                             ^ output
      //                                                                       ^ output
      InputStream(url: url), InputStream(fileAtPath: path), OutputStream(url: url, append: false),
      //+0 files
      //                     ^ files
      //                                                    ^ files
      OutputStream(toFileAtPath: path, append: true),
      //+0 files
    ]
  }

  func folders(_ url: URL) throws -> [Any] {
    [
      NSHomeDirectory(),
      //+0 files
      try url.resourceValues(forKeys: []), try url.checkResourceIsReachable(), FileManager(),
      //      ^ files
      //                                           ^ files
      //                                                                       ^ files
    ]
  }

  func machine() -> [Any] {
    [
      Host.current(), NSTimeZone.local, NSTimeZone.default, NSDate(), UserDefaults(), CommandLine.argc,
      //   ^ process
      //                         ^ time-zone
      //                                           ^ time-zone
      //                                                    ^ clock
      //                                                              ^ defaults
      //                                                                                          ^ process
      CommandLine.unsafeArgv, URLCredentialStorage.shared, NotificationQueue.default, RunLoop.current,
      //          ^ process
      //                                           ^ network
      //                                                                     ^ notifications
      //                                                                                      ^ scheduling
      Timer(fire: .distantFuture, interval: 1, repeats: false) { _ in },
      //+0 scheduling
    ]
  }

  func functionsOfC() -> Int {
    srand48(1)
    //+0 chance
    srandom(1)
    //+0 chance
    srand(1)
    //+0 chance
    setenv("A", "B", 1)
    //+0 process
    var name: [CChar] = [0]
    gethostname(&name, 1)
    //+0 process
    tzset()
    //+0 time-zone
    var moment = 0
    var parts = tm()
    localtime_r(&moment, &parts)
    //+0 time-zone
    mkdir("/tmp/sample", 0)
    //+0 files
    unlink("/tmp/sample")
    //+0 files
    setlocale(LC_ALL, "C")
    //+0 locale
    var time = timespec()
    nanosleep(&time, nil)
    //+0 scheduling
    let file = fopen("/tmp/sample", "r")
    //         ^ files
    fputs("a", file)
    //+0 output
    putchar(64)
    //+0 output
    let numbers = [mktime(&parts), random(), Int(drand48())]
    //             ^ time-zone
    //                             ^ chance
    //                                           ^ chance
    return numbers.count + Int(open("/tmp/sample", 0)) + Int(system("true"))
    //                         ^ files
    //                                                       ^ process
  }

  func old() async {
    await Task.sleep(1)
    //         ^ scheduling
  }
}
