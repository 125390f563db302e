import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What Foundation has of Objective-C, and what Dispatch has of C.
struct Bridged {
  func texts(_ text: NSString, _ other: NSMutableString) -> [Any] {
    [
      text.localizedCompare("a"), text.localizedStandardCompare("a"), text.localizedCaseInsensitiveCompare("a"),
      //   ^ locale
      //                               ^ locale
      //                                                                   ^ locale
      text.localizedUppercase, text.localizedLowercase, other.localizedCapitalized,
      //   ^ locale
      //                            ^ locale
      //                                                      ^ locale
      text.localizedStandardRange(of: "a"),
      //   ^ locale
      text.localizedStandardContains("a"), text.localizedCaseInsensitiveContains("a"),
      //   ^ locale
      //                                        ^ locale
      Bundle.preferredLocalizations(from: ["a"]), Date.AnchoredRelativeFormatStyle(anchor: .distantPast),
      //     ^ locale
      //                                               ^ formatter
    ]
  }

  func resets() {
    NSTimeZone.resetSystemTimeZone()
    //         ^ time-zone
    UserDefaults.resetStandardUserDefaults()
    //           ^ defaults
  }

  func files(_ url: URL, _ path: String) throws -> [Any?] {
    [
      NSMutableData(contentsOf: url), NSMutableData(contentsOfFile: path), try XMLDTD(contentsOf: url, options: []),
      //+0 files
      //                              ^ files
      //                                                                       ^ files
      NSKeyedArchiver.archiveRootObject(1, toFile: path), URL(filePath: path, directoryHint: .checkFileSystem),
      //              ^ files
      //                                                                                      ^ files
    ]
  }

  func channels(_ path: UnsafePointer<CChar>, _ queue: DispatchQueue) -> [Any?] {
    DispatchIO.read(fromFileDescriptor: 1, maxLength: 1, runningHandlerOn: queue) { _, _ in }
    //         ^ descriptors
    DispatchIO.write(toFileDescriptor: 1, data: .empty, runningHandlerOn: queue) { _, _ in }
    //         ^ descriptors
    return [
      Pipe(), DispatchIO(type: .stream, fileDescriptor: 1, queue: queue, cleanupHandler: { _ in }),
      //+0 descriptors
      //      ^ descriptors
      DispatchIO(type: .stream, path: path, oflag: 0, mode: 0, queue: queue, cleanupHandler: { _ in }),
      //+0 files
    ]
  }

  /// Nothing here has an effect.
  func given(_ place: Locale, _ calendar: Calendar, _ path: String) -> [Any] {
    [
      Date.AnchoredRelativeFormatStyle(anchor: .distantPast, locale: place, calendar: calendar),
      Bundle.preferredLocalizations(from: ["a"], forPreferences: ["b"]),
      URL(filePath: path, directoryHint: .isDirectory),
    ]
  }
}
