// swift-tools-version: 6.2
import PackageDescription

// Its test must fail: it assigns `Env` where no test is known.
let package = Package(
  name: "UncarriedScope",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../..")],
  targets: [
    .testTarget(
      name: "NotesTests",
      dependencies: [.product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")]
    )
  ]
)
