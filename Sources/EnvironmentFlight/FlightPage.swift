import Foundation
import GlobalEnvironment
import GlobalEnvironmentFlight

/// A flight as a page that needs nothing else.
struct FlightPage {
  private let flight: Flight

  init(_ flight: Flight) {
    self.flight = flight
  }

  var html: String {
    String(decoding: PackageResources.flight_html, as: UTF8.self).replacing("{\"flight\":null}", with: json)
  }

  /// What the page shows.
  private struct Content: Encodable {
    var title: String
    var summary: [String]
    /// In seconds.
    var begin: Double
    var end: Double
    var lanes: [String]
    var marks: [Mark]
    var items: [Item]
  }

  private struct Mark: Encodable {
    var at: Double
    var text: String
    var place: String
  }

  private struct Item: Encodable {
    /// The number of its lane.
    var lane: Int
    var at: Double
    /// For a request: when its answer came; nil for the end of the flight.
    var until: Double?
    var isOpen = false
    var failed: Bool
    var words: String
    var details: [Part]
  }

  private struct Part: Encodable {
    var name: String
    var text: String
  }

  private var content: Content {
    let names = LaneNames(flight)
    // A second one says why the body broke off.
    var answers: [UInt64: [FlightEvent]] = [:]
    for event in flight.events {
      switch event.content {
      case .answer(let id, _), .noAnswer(let id, _): answers[id, default: []].append(event)
      default: break
      }
    }
    var (lanes, numbers) = ([String](), [String: Int]())
    var content = Content(
      title: flight.name, summary: flight.summary,
      begin: (flight.events.first?.when ?? .zero) / .seconds(1), end: flight.end / .seconds(1), lanes: [], marks: [],
      items: [])
    for event in flight.events {
      let at = event.when / .seconds(1)
      switch event.content {
      case .mark(let text, let place):
        content.marks.append(Mark(at: at, text: text, place: place))
        continue
      case .answer, .noAnswer: continue
      default: break
      }
      let name = "\(event.kind.endpoint) · \(names.name(of: event))"
      let lane = numbers[name] ?? lanes.count
      if lane == lanes.count {
        lanes.append(name)
        numbers[name] = lane
      }
      var item = Item(lane: lane, at: at, failed: event.isFailed, words: event.words, details: Self.parts(of: event))
      if case .request(let id, _) = event.content {
        let answer = answers[id] ?? []
        item.until = answer.last.map { $0.when / .seconds(1) }
        item.isOpen = answer.isEmpty
        item.failed = answer.isEmpty || answer.contains(where: \.isFailed)
        item.details += answer.flatMap(Self.parts)
        if answer.isEmpty { item.details.append(Part(name: "Answer", text: "None had come when the flight ended.")) }
      }
      content.items.append(item)
    }
    // Lanes of one endpoint are next to each other.
    let order = lanes.indices.sorted { (lanes[$0].prefix { $0 != " " }, $0) < (lanes[$1].prefix { $0 != " " }, $1) }
    content.lanes = order.map { lanes[$0] }
    var places = Array(repeating: 0, count: order.count)
    for (place, lane) in order.enumerated() { places[lane] = place }
    for index in content.items.indices { content.items[index].lane = places[content.items[index].lane] }
    return content
  }

  private static func parts(of event: FlightEvent) -> [Part] {
    switch event.content {
    case .request(_, let request):
      [
        Part(name: "Request", text: "\(request.method) \(request.url)"),
        Part(name: "Headers", text: request.headers.lines),
      ]
        + parts(of: request.body)
    case .answer(_, let answer):
      [
        Part(name: "Answer", text: "\(answer.status)\(answer.url.map { " from \($0)" } ?? "")"),
        Part(name: "Headers", text: answer.headers.lines),
      ] + parts(of: answer.body)
    case .noAnswer(_, let failure): [Part(name: "Error", text: failure.words)]
    case .file(let call):
      [Part(name: "Call", text: call.words)] + parts(of: call.written) + parts(of: call.found)
    default: [Part(name: "Call", text: event.words)]
    }
  }

  private static func parts(of body: FlightBody?) -> [Part] {
    body?.text.map { [Part(name: "Body", text: $0)] } ?? []
  }

  /// In a page, no text may end the element that it is in.
  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(content) else { return "null" }
    return String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
  }
}

extension [FlightField] {
  fileprivate var lines: String { isEmpty ? "none" : map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}

extension FlightFileCall {
  /// What was read.
  fileprivate var found: FlightBody? {
    if case .bytes(let body) = outcome { body } else { nil }
  }
}

extension FlightBody {
  /// The text of a body, or how long it is.
  fileprivate var text: String? {
    if count == 0 { return nil }
    guard let text = String(beginningOf: bytes, count: 20_000) else { return "\(count) bytes that are not text" }
    return bytes.count < count || bytes.count > 20_000 ? "\(text)… (\(count) bytes)" : text
  }
}
