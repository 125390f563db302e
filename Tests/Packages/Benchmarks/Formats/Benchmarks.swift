import Benchmark
import Foundation
import GlobalEnvironment

/// Where the benchmark library looks for the rows.
///
/// `Time` is for writing or reading one date, in whole nanoseconds. Take ratios from it, at p0 when others use the machine, too: the best
/// iteration is the one that nobody disturbed.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock],
    warmupIterations: 10,
    scalingFactor: .kilo,
    maxDuration: .seconds(2),
    maxIterations: .max
  )
  register("a short date", live: false) {
    $0.dateFormat = "yyyy-MM-dd"
  } byHand: {
    $0.dateFormat = "yyyy-MM-dd"
  }
  register("a full date", live: false) {
    $0.dateStyle = .full
  } byHand: {
    $0.dateStyle = .full
  }
  register("a short date, by the live settings", live: true) {
    $0.dateFormat = "yyyy-MM-dd"
  } byHand: {
    $0.dateFormat = "yyyy-MM-dd"
  }
  registerReading()
}

/// Registers what reading a date for machines costs: with Foundation's style, and through `Env`.
private func registerReading() {
  let text = "2019-11-12T02:45:00.125-06:00"
  Benchmark("a date read from ISO 8601: Date.ISO8601FormatStyle") { benchmark in
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, includingFractionalSeconds: true)
    for _ in benchmark.scaledIterations { blackHole(try? style.parse(text)) }
  }
  Benchmark("a date read from ISO 8601: Env.iso8601Formatter") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.iso8601Formatter().date(from: text)) }
  }
}

/// Registers what writing a date costs: with a formatter that was kept, through `Env`, and with a new formatter.
private func register(
  _ what: String,
  live: Bool,
  _ configure: @escaping @Sendable (inout DateFormatterSettings) -> Void,
  byHand: @escaping @Sendable (DateFormatter) -> Void
) {
  let date = Date(timeIntervalSince1970: 1_573_548_300)

  @Sendable func prepare() {
    guard !live else { return }
    let locale = Locale(identifier: "en_US")
    Env.locale = { locale }
    Env.timeZone = { .gmt }
  }

  @Sendable func makeFormatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Env.locale()
    formatter.calendar = Env.calendar()
    formatter.timeZone = Env.timeZone()
    byHand(formatter)
    return formatter
  }

  Benchmark("\(what): kept by hand") { benchmark, formatter in
    for _ in benchmark.scaledIterations { blackHole(formatter.string(from: date)) }
  } setup: { () -> DateFormatter in
    prepare()
    return makeFormatter()
  }

  Benchmark("\(what): Env.dateFormatter") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Env.dateFormatter(configure).string(from: date)) }
  } setup: {
    prepare()
  }

  var cold = Benchmark.defaultConfiguration
  cold.scalingFactor = .one
  Benchmark("\(what): made each time", configuration: cold) { _ in
    blackHole(makeFormatter().string(from: date))
  } setup: {
    prepare()
  }
}
