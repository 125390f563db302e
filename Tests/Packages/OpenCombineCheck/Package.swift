// swift-tools-version: 6.2
import PackageDescription

// The sources of GlobalEnvironmentCombine, compiled and tested where there is no Combine.
let package = Package(
  name: "OpenCombineCheck",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "GlobalEnvironment", path: "../../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(
      name: "CombineSources",
      dependencies: [
        "OpenCombine",
        .product(name: "GlobalEnvironment", package: "GlobalEnvironment"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CombineSourcesTests",
      dependencies: [
        "CombineSources",
        .product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment"),
      ],
      swiftSettings: settings
    ),
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
