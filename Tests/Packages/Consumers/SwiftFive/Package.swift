// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "SwiftFive",
  platforms: [.macOS("15.0")],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .target(
      name: "Diary",
      dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]
    ),
    .testTarget(
      name: "DiaryTests",
      dependencies: ["Diary", .product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")]
    ),
  ]
)
