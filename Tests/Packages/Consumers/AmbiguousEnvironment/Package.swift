// swift-tools-version: 6.2
import PackageDescription

// This package must not build: both modules are imported whole, and nothing says whose `Environment` is meant.
#if os(macOS)
  let swiftUI: [Target.Dependency] = []
#else
  let swiftUI: [Target.Dependency] = [.product(name: "SwiftUI", package: "NextToSwiftUI")]
#endif

let package = Package(
  name: "AmbiguousEnvironment",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "GlobalEnvironment", path: "../../../.."),
    .package(path: "../NextToSwiftUI"),
  ],
  targets: [
    .target(
      name: "AmbiguousEnvironment",
      dependencies: swiftUI + [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]
    )
  ]
)
