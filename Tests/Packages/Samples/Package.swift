// swift-tools-version: 6.2
import PackageDescription

// A small real program, written and tested as a user of GlobalEnvironment would.
let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15)],
  products: [.library(name: "NewsReader", targets: ["NewsReader"])],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../..")],
  targets: [
    .target(
      name: "NewsReader",
      dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]
    ),
    .executableTarget(
      name: "news",
      dependencies: [
        "NewsReader", .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentFlight", package: "GlobalEnvironment"),
      ]
    ),
    .testTarget(
      name: "NewsReaderTests",
      dependencies: [
        "NewsReader", .product(name: "GlobalEnvironmentFlight", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment"),
      ],
      // Read where they are, beside the tests that name them.
      exclude: ["Fixtures"]
    ),
  ]
)
