// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "SwiftSix",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .target(
      name: "Agenda",
      dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]
    ),
    .testTarget(
      name: "AgendaTests",
      dependencies: ["Agenda", .product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")]
    ),
  ]
)
