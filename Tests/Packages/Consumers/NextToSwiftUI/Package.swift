// swift-tools-version: 6.2
import PackageDescription

// Where there is no SwiftUI, a module of its name takes its place; it has what matters here: its own `Environment`. So does
// one for Combine: its `@Published`.
#if os(macOS)
  let swiftUI: [Target] = []
  let combine: [Target] = []
  let products: [Product] = []
#else
  let swiftUI: [Target] = [.target(name: "SwiftUI")]
  let combine: [Target] = [.target(name: "Combine")]
  let products: [Product] = [.library(name: "SwiftUI", targets: ["SwiftUI"])]
#endif

let dependencies: [Target.Dependency] =
  swiftUI.map { .byName(name: $0.name) } + [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]

let package = Package(
  name: "NextToSwiftUI",
  platforms: [.macOS(.v15)],
  products: products,
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: swiftUI + combine + [
    .target(name: "ImportsOneVariable", dependencies: dependencies),
    .target(name: "SaysWhichEnvironment", dependencies: dependencies),
    .testTarget(
      name: "NextToSwiftUITests",
      dependencies: combine.map { .byName(name: $0.name) } + [
        "ImportsOneVariable", "SaysWhichEnvironment",
        .product(name: "GlobalEnvironmentTesting", package: "GlobalEnvironment"),
      ]
    ),
  ]
)
