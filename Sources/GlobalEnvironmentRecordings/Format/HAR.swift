/// An HTTP Archive, version 1.2: what browsers export, and the form of a recording.
///
/// The parts that replaying needs; all others are ignored. Only `log.entries`, each entry's
/// `request.method`, `request.url` and `response.status` must be there. Names that begin with an underscore are those of
/// browsers (`_error`, `_failureText`, `_file`, `_resourceType`, `_webSocketMessages`) and four of ours (`_url`,
/// `_redirects`, `_flaw`, `_recorder`), as the format allows.
///
/// Format: http://www.softwareishard.com/blog/har-12-spec/
struct HAR: Decodable, Sendable {
  var log: Log

  struct Log: Decodable, Sendable {
    var entries: [Entry] = []
    /// The entries that are of another shape.
    var flawed: [Flawed] = []
    /// The name of the program that made the file.
    var creator = ""
    /// The number of the process that has not finished the file: it still records, or was cut short.
    var recorder: Int?
    static let recorderName = "_recorder"
  }

  /// An entry that is of another shape.
  struct Flawed: Sendable {
    var index: Int
    /// That of its request, if that can be read.
    var url: String?
    var error: DecodingError
  }

  struct Entry: Codable, Equatable, Sendable {
    /// Its place among all entries of the file.
    var index = 0
    /// In ISO 8601.
    var startedDateTime: String
    /// In milliseconds, as a browser measured it; 0 for what is recorded here, so that only another answer changes a file.
    var time = 0.0
    var request: Request
    var response: Response
    var timings = Timings()
    var resourceType: String?
    var hasWebSocketMessages = false
  }

  struct Timings: Codable, Equatable, Sendable {
    var send = 0.0
    var wait = 0.0
    var receive = 0.0
  }

  struct Request: Codable, Equatable, Sendable {
    var method: String
    var url: String
    var httpVersion: String
    var headers: [Field]
    var queryString: [Field]
    var postData: PostData?
    // The format requires these; nothing reads them.
    var cookies: [Field] = []
    var headersSize = -1
    var bodySize = -1
  }

  struct PostData: Codable, Equatable, Sendable {
    var mimeType: String
    var text: String?
    var params: [Field]
    /// `base64`, or nothing where `text` is the body itself. The format has no place for it.
    var encoding: String?
    /// The name of a file with the body. Never read: the recording may come from anywhere, and the name may lead
    /// anywhere.
    var file: String?
  }

  struct Response: Codable, Hashable, Sendable {
    /// What a status may be: some servers invent one above 599.
    static let statuses = 100...999
    /// One of those, or 0 for a request that no server answered.
    var status: Int
    var statusText: String
    var httpVersion: String
    var headers: [Field]
    var content: Content
    var redirectURL: String
    /// Why there is no answer, or why it broke off: `net::ERR_TIMED_OUT`, or the number of a `URLError`.
    var error: String?
    /// The URL that redirects led to, if there were any.
    var url: String?
    /// The redirects on the way that have set cookies; nil for none.
    var redirects: [Redirect]?
    var cookies: [Field] = []
    var headersSize = -1
    /// In bytes, as they were sent; some browsers also count those of the header.
    var bodySize = -1.0

    enum CodingKeys: String, CodingKey {
      case status, statusText, httpVersion, headers, content, redirectURL, cookies, headersSize, bodySize
      case error = "_error"
      case url = "_url"
      case redirects = "_redirects"
    }
  }

  struct Redirect: Codable, Hashable, Sendable {
    /// The URL that answered.
    var url: String
    /// Those that set cookies.
    var headers: [Field]
  }

  struct Content: Codable, Hashable, Sendable {
    /// In bytes; nil where it is not said, and -1 where it is not known. mitmproxy has that before it was decompressed.
    var size: Double?
    /// How many bytes were saved.
    var compression: Double?
    var mimeType: String
    var text: String?
    /// `base64`, or nothing where `text` is the body itself.
    var encoding: String?
    /// The name of a file with the body. Never read.
    var file: String?
    /// What was wrong with the body in the file of another program, from which the entry comes; nil for nothing.
    var recordedFlaw: String?

    enum CodingKeys: String, CodingKey {
      case size, compression, mimeType, text, encoding
      case file = "_file"
      case recordedFlaw = "_flaw"
    }
  }

  /// A header field, a query item or a form field.
  struct Field: Codable, Hashable, Sendable {
    var name: String
    var value: String
    /// Of a form field that holds a file: the file's name, and the type of its contents.
    var fileName: String?
    var contentType: String?
  }
}
