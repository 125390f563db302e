import Foundation

extension URLError.Code {
  /// Reads why a recorded request failed, in the words of this package or of another program; a lost connection unless known.
  init(recorded text: String) {
    if text.hasPrefix("URLError "), let number = Int(text.dropFirst(9)) {
      // Optional on some platforms.
      let code: URLError.Code? = URLError.Code(rawValue: number)
      self = code ?? .unknown
      return
    }
    let letters = text.lowercased().filter { !"_- ".contains($0) }
    self = Self.byWords.first { $0.words.contains(where: letters.contains) }?.code ?? .networkConnectionLost
  }

  /// What programs say, in lowercase without spaces, underscores and hyphens: `net::ERR_…` of Chrome, `NS_ERROR_…` of
  /// Firefox, the sentences of Safari, and `[Errno 111] …` of Python.
  private static let byWords: [(words: [String], code: URLError.Code)] = [
    (
      [
        "namenotresolved", "unknownhost", "errno2]", "errno3]", "nameorservice", "nodename", "getaddrinfo", "enotfound",
      ],
      .cannotFindHost
    ),
    (["hostnamecouldnotbefound", "nameresolution", "errorresolving"], .cannotFindHost),
    (["timedout", "timeout", "errno110]", "errno60]"], .timedOut),
    (["refused", "connectcallfailed", "couldnotconnect", "errno111]", "errno61]"], .cannotConnectToHost),
    (
      ["disconnected", "unreachable", "offline", "noroute", "errno101]", "errno113]", "errno65]"],
      .notConnectedToInternet
    ),
    (["errcert", "certificate"], .serverCertificateUntrusted),
    (["ssl", "tls"], .secureConnectionFailed),
    (["toomanyredirects", "redirectloop"], .httpTooManyRedirects),
    (["aborted", "cancel"], .cancelled),
  ]
}
