// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who depends on GlobalEnvironment resolves the benchmark library.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "GlobalEnvironment", path: "../.."),
    // No traits: they would put counters around every allocation and retain, inside what is measured here.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // The benchmark library finds its targets by their parent folder: it must be called `Benchmarks`.
    .executableTarget(
      name: "Cost",
      dependencies: [
        "Resident",
        "Textbook",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
      ],
      path: "Cost",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Formats",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
      ],
      path: "Formats",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Time",
      dependencies: [
        "Resident",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment"),
      ],
      path: "Time",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Network",
      dependencies: [
        "Resident",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment"),
      ],
      path: "Network",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Session",
      dependencies: [
        "Resident",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment"),
      ],
      path: "Session",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .target(name: "Resident", path: "Resident"),
    .target(
      name: "Textbook",
      dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")],
      path: "Textbook"
    ),
  ],
  swiftLanguageModes: [.v6]
)
