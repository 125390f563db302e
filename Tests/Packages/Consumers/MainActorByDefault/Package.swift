// swift-tools-version: 6.2
import PackageDescription

// What a new app project of Xcode 26 turns on. The targets have the names of two targets of GlobalEnvironment's own.
let settings: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "MainActorByDefault",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .target(
      name: "App",
      dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "greeter",
      dependencies: ["App", .product(name: "GlobalEnvironmentMocks", package: "GlobalEnvironment")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AppTests",
      dependencies: ["App", .product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment")],
      swiftSettings: settings
    ),
  ]
)
