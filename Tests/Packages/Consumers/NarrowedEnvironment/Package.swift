// swift-tools-version: 6.2
import PackageDescription

// This package must not build: its type uses an endpoint that it does not list.
let package = Package(
  name: "NarrowedEnvironment",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .target(
      name: "NarrowedEnvironment",
      dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]
    )
  ]
)
