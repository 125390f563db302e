// swift-tools-version: 6.2
import PackageDescription

// What an app for each of Apple's platforms asks of the package, and so what Xcode builds of it for one.
let package = Package(
  name: "SmallApp",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [.library(name: "SmallApp", targets: ["SmallApp"])],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .target(
      name: "SmallApp",
      dependencies: [
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentCombine", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment"),
      ]
    ),
    .executableTarget(
      name: "CxxTool",
      dependencies: [
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
        .product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment"),
      ],
      swiftSettings: [.interoperabilityMode(.Cxx)]
    ),
  ]
)
