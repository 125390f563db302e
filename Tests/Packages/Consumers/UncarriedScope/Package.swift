// swift-tools-version: 6.2
import PackageDescription

// Its tests must fail: they assign `Env`, or ask for files, where no test is known, and leave it changed.
let package = Package(
  name: "UncarriedScope",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .testTarget(
      name: "NotesTests",
      dependencies: [.product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")]
    ),
    .testTarget(
      name: "QueueTests",
      dependencies: [.product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")]
    ),
  ]
)
