// swift-tools-version: 6.2
import PackageDescription

// Some of its tests must fail: they race, and wait for what never happens.
let package = Package(
  name: "FailingTime",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .testTarget(
      name: "TimeTests",
      dependencies: [.product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")]
    )
  ]
)
