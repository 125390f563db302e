// swift-tools-version: 6.2
import PackageDescription

// The sources of the products once more, to make their documentation: GlobalEnvironment itself must not depend on a plugin,
// and its GlobalEnvironmentCombine is empty where there is no Combine.
let package = Package(
  name: "Documentation",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "GlobalEnvironment", dependencies: ["GlobalEnvironmentAtomics"], swiftSettings: settings),
    .target(name: "GlobalEnvironmentAtomics"),
    .target(name: "GlobalEnvironmentWire", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .target(name: "GlobalEnvironmentRedaction", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .target(name: "GlobalEnvironmentTime", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentRecordings",
      dependencies: ["GlobalEnvironment", "GlobalEnvironmentRedaction", "GlobalEnvironmentWire"],
      swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentStubs",
      dependencies: [
        "GlobalEnvironment", "GlobalEnvironmentRecordings", "GlobalEnvironmentRedaction", "GlobalEnvironmentTime",
        "GlobalEnvironmentWire",
      ],
      swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentMocks",
      dependencies: [
        "GlobalEnvironment", "GlobalEnvironmentRecordings", "GlobalEnvironmentRedaction", "GlobalEnvironmentStubs",
        "GlobalEnvironmentTime", "GlobalEnvironmentWire",
      ],
      swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentTesting",
      dependencies: [
        "GlobalEnvironment", "GlobalEnvironmentFlight", "GlobalEnvironmentMocks", "GlobalEnvironmentRedaction",
        "GlobalEnvironmentTestingLoad",
      ],
      swiftSettings: settings
    ),
    .target(name: "GlobalEnvironmentTestingLoad", dependencies: ["GlobalEnvironmentAtomics"]),
    .target(
      name: "GlobalEnvironmentFlight",
      dependencies: ["GlobalEnvironment", "GlobalEnvironmentAtomics", "GlobalEnvironmentRedaction"],
      swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentCombine", dependencies: ["GlobalEnvironment", "OpenCombine"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

var settings: [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
