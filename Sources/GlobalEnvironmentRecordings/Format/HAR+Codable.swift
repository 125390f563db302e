import GlobalEnvironmentWire

extension HAR.Log {
  private enum Key: String, CodingKey {
    case entries, creator
    case recorder = "_recorder"
  }

  private struct Creator: Decodable {
    var name: String
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for (index, candidate) in try container.decode([Candidate].self, forKey: .entries).enumerated() {
      switch candidate.entry {
      case .success(var entry):
        entry.index = index
        entries.append(entry)
      case .failure(let error): flawed.append(HAR.Flawed(index: index, url: candidate.url, error: error))
      }
    }
    creator = (try? container.decode(Creator.self, forKey: .creator))?.name ?? ""
    // Another program may use the name for something else.
    recorder = try? container.decode(Int.self, forKey: .recorder)
  }
}

/// What may be an entry: one of another shape does not keep the others from being read.
private struct Candidate: Decodable {
  var entry: Result<HAR.Entry, DecodingError>
  var url: String?

  private enum Key: String, CodingKey {
    case request, url
  }

  init(from decoder: any Decoder) throws {
    do {
      entry = .success(try HAR.Entry(from: decoder))
    } catch let error as DecodingError {
      entry = .failure(error)
      let request = try? decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .request)
      url = try? request?.decode(String.self, forKey: .url)
    }
  }
}

extension HAR.Entry {
  private enum Key: String, CodingKey {
    case startedDateTime, time, request, response, cache, timings
    case resourceType = "_resourceType"
    case webSocketMessages = "_webSocketMessages"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    startedDateTime = container.lenientValue(.startedDateTime) ?? ""
    time = container.lenientValue(.time) ?? 0
    request = try container.decode(HAR.Request.self, forKey: .request)
    response = try container.decode(HAR.Response.self, forKey: .response)
    timings = container.lenientValue(.timings) ?? HAR.Timings()
    resourceType = container.lenientValue(.resourceType)
    hasWebSocketMessages = (try? container.decodeNil(forKey: .webSocketMessages)) == false
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(startedDateTime, forKey: .startedDateTime)
    try container.encode(time, forKey: .time)
    try container.encode(request, forKey: .request)
    try container.encode(response, forKey: .response)
    try container.encode([:] as [String: String], forKey: .cache)
    try container.encode(timings, forKey: .timings)
  }
}

extension HAR.Timings {
  private enum Key: String, CodingKey {
    case send, wait, receive
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    send = container.lenientValue(.send) ?? 0
    wait = container.lenientValue(.wait) ?? 0
    receive = container.lenientValue(.receive) ?? 0
  }
}

extension HAR.Request {
  private enum Key: String, CodingKey {
    case method, url, httpVersion, headers, queryString, postData
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    method = try container.decode(String.self, forKey: .method)
    url = try container.decode(String.self, forKey: .url)
    httpVersion = container.lenientValue(.httpVersion) ?? ""
    headers = try container.value(.headers, or: [])
    // Next to a query in the URL, nobody reads it.
    queryString = url.contains("?") ? [] : try container.value(.queryString, or: [])
    postData = try container.decodeIfPresent(HAR.PostData.self, forKey: .postData)
  }
}

private enum BodyKey: String, CodingKey {
  case mimeType, text, params, encoding
  case ownEncoding = "_encoding"
  case file = "_file"
}

extension HAR.PostData {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: BodyKey.self)
    mimeType = container.lenientValue(.mimeType) ?? ""
    text = try container.decodeIfPresent(String.self, forKey: .text)
    // Next to a text, nobody reads them.
    params = text?.isEmpty == false ? [] : try container.value(.params, or: [])
    // Earlier versions wrote it without the underscore.
    encoding =
      try container.decodeIfPresent(String.self, forKey: .ownEncoding)
      ?? container.decodeIfPresent(String.self, forKey: .encoding)
    file = try container.decodeIfPresent(String.self, forKey: .file)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: BodyKey.self)
    try container.encode(mimeType, forKey: .mimeType)
    try container.encode(params, forKey: .params)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(encoding, forKey: .ownEncoding)
  }
}

extension HAR.Response {
  private enum OtherKey: String, CodingKey {
    case failureText = "_failureText"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // Some browsers write 200.0; and decoding an Int that is out of range fails without a place.
    var number = try container.decode(Double.self, forKey: .status)
    // Playwright writes -1 for a request that no server answered.
    if number == -1 { number = 0 }
    guard let status = Int(exactly: number), status == 0 || HAR.Response.statuses.contains(status) else {
      throw DecodingError.dataCorruptedError(
        forKey: .status, in: container,
        debugDescription: """
          \(number) is not an HTTP status: write 100 to 999, or 0 for a request that no server answered
          """)
    }
    self.status = status
    statusText = container.lenientValue(.statusText) ?? ""
    httpVersion = container.lenientValue(.httpVersion) ?? ""
    headers = try container.value(.headers, or: [])
    // Only who writes by hand leaves it out. A program writes null for what it does not have.
    let isLost = (try? container.decodeNil(forKey: .content)) == true
    content = try container.value(.content, or: HAR.Content(size: isLost ? nil : 0, mimeType: ""))
    redirectURL = container.lenientValue(.redirectURL) ?? ""
    error = container.lenientValue(.error)
    if error == nil {
      error = try decoder.container(keyedBy: OtherKey.self).lenientValue(.failureText)
    }
    bodySize = container.lenientValue(.bodySize) ?? -1
    // Another program may use the names for something else.
    url = container.lenientValue(.url)
    redirects = container.lenientValue(.redirects)
  }
}

extension HAR.Content {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = container.lenientValue(.size)
    compression = container.lenientValue(.compression)
    mimeType = container.lenientValue(.mimeType) ?? ""
    text = try container.decodeIfPresent(String.self, forKey: .text)
    encoding = try container.decodeIfPresent(String.self, forKey: .encoding)
    file = try container.decodeIfPresent(String.self, forKey: .file)
    recordedFlaw = container.lenientValue(.recordedFlaw)
  }
}

extension HAR.Field {
  private enum Key: String, CodingKey {
    case name, value, fileName, contentType
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try container.decode(String.self, forKey: .name)
    fileName = container.lenientValue(.fileName)
    contentType = container.lenientValue(.contentType)
    do {
      // A form field that holds a file may have a `fileName` instead.
      value = try container.value(.value, or: "")
    } catch {
      // Some tools write a number or a boolean of a query as such.
      switch try container.decode(JSONValue.self, forKey: .value) {
      case .bool(let value): self.value = "\(value)"
      case .number(let value): self.value = "\(value)"
      default: throw error
      }
    }
  }
}

extension KeyedDecodingContainer {
  /// Returns the value of `key`, or `fallback` where there is none, or null.
  fileprivate func value<Value: Decodable>(_ key: Key, or fallback: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? fallback
  }
  /// Returns the value of `key`, which replaying can do without; nil where there is none, or one of another type.
  fileprivate func lenientValue<Value: Decodable>(_ key: Key) -> Value? {
    (try? decodeIfPresent(Value.self, forKey: key)) ?? nil
  }
}
