// swift-tools-version: 6.2
import PackageDescription

// Every place of `Sources` that the audit must find is marked by a caret, and each decoy is none.
let package = Package(
  name: "AuditSample",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GlobalEnvironment", path: "../../../..")],
  targets: [
    .target(name: "Sample", dependencies: [.product(name: "GlobalEnvironment", package: "GlobalEnvironment")]),
    // The streams of C are variables, which newer modes of the language do not let pass.
    .target(name: "Streams", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "InC"),
  ]
)
