// swift-tools-version: 6.2
import PackageDescription

/// The rows in one folder: a program of the benchmark library.
func rows(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "Benchmark", package: "benchmark")] + dependencies,
    path: name,
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
  )
}

let core = Target.Dependency.product(name: "GlobalEnvironment", package: "GlobalEnvironment")
let flight = Target.Dependency.product(name: "GlobalEnvironmentFlight", package: "GlobalEnvironment")
let mocks = Target.Dependency.product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment")
let testing = Target.Dependency.product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")

// A package of its own, so that nobody who depends on GlobalEnvironment resolves the benchmark library, which finds its
// targets by their parent folder: that must be called `Benchmarks`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "GlobalEnvironment", path: "../../.."),
    .package(name: "Samples", path: "../Samples"),
    // No traits: they would put counters around every allocation and retain, inside what is measured here.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    rows("Cost", core, flight, mocks, "Resident", "Textbook"),
    rows("Formats", core),
    rows("Time", core, mocks, "InTurn", "Resident"),
    rows("Network", core, mocks, "OneAnswer", "Resident"),
    rows("Session", core, mocks, "InTurn", "Resident"),
    rows("Audit"),
    rows("Allocations", core, flight, "CountedAllocations"),
    .target(name: "CountedAllocations", path: "CountedAllocations"),
    .target(name: "InTurn", dependencies: [.product(name: "Benchmark", package: "benchmark")], path: "InTurn"),
    .target(name: "OneAnswer", path: "OneAnswer"),
    .target(
      name: "Resident", dependencies: [.product(name: "Benchmark", package: "benchmark")], path: "Resident"),
    .target(name: "Textbook", dependencies: [core], path: "Textbook"),
    // Programs that LaunchTests starts.
    .executableTarget(name: "Bare", path: "Launch/Bare"),
    .executableTarget(name: "Linked", dependencies: [testing], path: "Launch/Linked"),
    .testTarget(
      name: "BenchmarkTests",
      dependencies: [
        flight, mocks, testing, "OneAnswer", "Resident", .product(name: "NewsReader", package: "Samples"),
      ],
      path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
