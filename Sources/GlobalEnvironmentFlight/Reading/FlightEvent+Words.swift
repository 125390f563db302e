import Foundation
import GlobalEnvironment

extension FlightEvent {

  /// What happened, on one line.
  package var words: String {
    switch content {
    case .mark(let text, _): text
    case .date(let date): "date \(date.words)"
    case .uuid(let uuid): "uuid \(uuid)"
    case .bits(let bits): "randomBits \(bits)"
    case .request(_, let request): "\(request.method) \(request.url)\(request.body.inParentheses)"
    case .answer(_, let answer): "\(answer.status)\(answer.url.map { " from \($0)" } ?? "")\(answer.body.inParentheses)"
    case .noAnswer(_, let failure): "failed: \(failure.words)"
    case .file(let call): call.words
    case .folder(_, let path): "folder \(path)"
    case .setting(_, let name, let value):
      "\(kind == .setDefault ? "set" : "read") \(name) \(value.map { PropertyListValue(flight: $0)?.words ?? "…" } ?? "nothing")"
    case .secret(let verb, let name, let shown, let failure):
      "\(verb) \(name)\(failure.map { ": \($0.words)" } ?? (verb == "read" && shown == nil ? ": none" : ""))"
    case .text(let text): kind == .output || kind == .errorOutput ? text.debugDescription : "\(kind.endpoint) \(text)"
    case .texts(let texts): "\(kind.endpoint) \(texts.joined(separator: " "))"
    case .variable(let name, let value): "\(name)=\(value ?? " (not set)")"
    case .number(let number): "\(kind.endpoint) \(number)"
    case .real(let number): "\(kind.endpoint) \(number)"
    case .opened(let url, let isOpen): "open \(url): \(isOpen)"
    case .own(let name, let json): "\(name) \(String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self))"
    case .nothing: "a URL session, whose requests are not recorded"
    }
  }

  /// Whether a program that does the same must ask for it; false for what it may look at as often as it likes.
  package var isToBeAsked: Bool {
    switch kind {
    case .request, .file, .setDefault, .opened, .uuid, .randomBits, .output, .errorOutput: true
    default: false
    }
  }

  /// Whether it is an error, or an answer that reports one.
  package var isFailed: Bool {
    switch content {
    case .noAnswer: true
    case .answer(_, let answer): answer.status >= 400
    case .file(let call): if case .failed = call.outcome { true } else { false }
    case .secret(_, _, _, let failure): failure != nil
    default: false
    }
  }
}

extension Date {
  /// In ISO 8601; in seconds where no calendar reaches it, since Foundation ends the process for those dates.
  package var words: String {
    let seconds = timeIntervalSinceReferenceDate
    return seconds.magnitude < 1e11
      ? formatted(.iso8601.year().month().day().timeZone(separator: .omitted).time(includingFractionalSeconds: true))
      : "\(seconds) seconds since 2001"
  }
}

extension Duration {
  /// In seconds, to the millisecond: `12.300`.
  package var seconds: String {
    (self / .seconds(1)).formatted(
      .number.precision(.fractionLength(3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }
}

extension FlightFailure {
  package var words: String { text.isEmpty ? "\(domain) \(code)" : "\(text) (\(domain) \(code))" }
}

extension FlightBody {
  fileprivate var inParentheses: String {
    count == 0 ? "" : " (\(count) bytes\(isCut ? "; the flight has \(bytes.count)" : ""))"
  }
}

extension FlightFileCall {
  package var words: String {
    let call = "\(verb) \(path)\(destination.map { " to \($0)" } ?? "")\(written?.inParentheses ?? "")"
    switch outcome {
    case .done: return call
    case .bytes(let body): return call + body.inParentheses
    case .names(let names): return "\(call): \(names.count) names"
    case .attributes(let kind, let size, _): return "\(call): \(kind == 1 ? "a folder" : "\(size) bytes")"
    case .failed(let failure): return "\(call): \(failure.words)"
    }
  }
}

extension PropertyListValue {
  fileprivate var words: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .data(let value): "\(value.count) bytes"
    case .date(let value): value.words
    case .array(let values): "a list of \(values.count)"
    case .dictionary(let values): "\(values.count) values"
    }
  }
}
