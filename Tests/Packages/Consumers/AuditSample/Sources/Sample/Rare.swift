import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What only few programs do.
struct Rare {
  func moments() -> [Any] {
    [
      DateInterval(), DateInterval.init().duration, NSDate(timeIntervalSinceNow: 1),
      //+0 clock
      //                           ^ clock
      //                                            ^ clock
      NSDate().timeIntervalSinceNow, NSDate.timeIntervalSinceReferenceDate,
      //+0 clock
      //       ^ clock
      //                                    ^ clock
    ]
  }

  func places() -> [Any] {
    [
      NSCalendar.current, NSLocale.current, NSLocale.preferredLanguages, Scanner.localizedScanner(with: "1"),
      //         ^ calendar
      //                           ^ locale
      //                                             ^ locale
      //                                                                         ^ locale
      TimeZone.ReferenceType.local,
      //                     ^ time-zone
    ]
  }

  func files(_ url: URL) -> [Any?] {
    var link = url
    link.resolveSymlinksInPath()
    //   ^ files
    return [
      NSDictionary(contentsOf: url), NSDictionary(contentsOfFile: ""), NSArray(contentsOf: url),
      //+0 files
      //                             ^ files
      //                                                               ^ files
      NSArray(contentsOfFile: ""), XMLParser(contentsOf: url), link, url.resolvingSymlinksInPath(),
      //+0 files
      //                           ^ files
      //                                                                 ^ files
      try? XMLDocument(contentsOf: url, options: []), NSKeyedUnarchiver.unarchiveObject(withFile: ""),
      //   ^ files
      //                                                                ^ files
      URL.homeDirectory(forUser: "nobody"),
      //  ^ files
      NSHomeDirectoryForUser("nobody"), NSSearchPathForDirectoriesInDomains(.cachesDirectory, .userDomainMask, true),
      //+0 files
      //                                ^ files
    ]
  }

  func bundles(_ url: URL) -> [Any?] {
    [
      Bundle(url: url), Bundle(path: ""), Bundle(identifier: ""), Bundle(for: JSONDecoder.self),
      //+0 files
      //                ^ files
      //                                  ^ files
      //                                                          ^ files
      Bundle.allBundles, Bundle.allFrameworks,
      //     ^ files
      //                        ^ files
    ]
  }

  func network() -> [Any?] {
    [
      Host(name: "example.com"), Host(address: "127.0.0.1"), SocketPort(tcpPort: 0),
      //+0 network
      //                         ^ network
      //                                                     ^ network
      HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "sample"),
      //                ^ network
    ]
  }

  func programs() throws -> [Any] {
    [
      try Process.run(URL(filePath: "/bin/true"), arguments: []),
      //          ^ process
      Process.launchedProcess(launchPath: "/bin/true", arguments: []), NSUserName(), NSFullUserName(),
      //      ^ process
      //                                                               ^ process
      //                                                                             ^ process
      DispatchSource.makeSignalSource(signal: 1),
      //             ^ process
    ]
  }

  func descriptors() -> [Any] {
    [
      FileHandle(fileDescriptor: 1), FileHandle(fileDescriptor: 1, closeOnDealloc: true),
      //+0 descriptors
      //                             ^ descriptors
      DispatchSource.makeReadSource(fileDescriptor: 1), DispatchSource.makeWriteSource(fileDescriptor: 1),
      //             ^ descriptors
      //                                                               ^ descriptors
    ]
  }

  func forever() -> Never {
    dispatchMain()
    //+0 process
  }

  func threads(_ loop: RunLoop) {
    Thread.detachNewThread {}
    //     ^ scheduling
    Thread {}.start()
    //+0 scheduling
    loop.run(until: .distantPast)
    //   ^ scheduling
    _ = loop.run(mode: .default, before: .distantPast)
    //       ^ scheduling
    if Bool(false) { loop.run() }
    //                    ^ scheduling
  }
}
