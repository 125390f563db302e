// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "GlobalEnvironment",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "GlobalEnvironment", targets: ["GlobalEnvironment"]),
    .library(name: "GlobalEnvironmentMocks", targets: ["GlobalEnvironmentMocks"]),
    .library(name: "GlobalEnvironmentTesting", targets: ["GlobalEnvironmentTesting"]),
    .library(name: "GlobalEnvironmentCombine", targets: ["GlobalEnvironmentCombine"]),
    .library(name: "GlobalEnvironmentFlight", targets: ["GlobalEnvironmentFlight"]),
    .plugin(name: "AddEnvironment", targets: ["AddEnvironment"]),
    .plugin(name: "AuditEnvironment", targets: ["AuditEnvironment"]),
    .plugin(name: "ShowFlight", targets: ["ShowFlight"]),
    .executable(name: "environment-audit", targets: ["environment-audit"]),
    .executable(name: "environment-flight", targets: ["environment-flight"]),
  ],
  targets: [
    .target(name: "GlobalEnvironment", dependencies: ["GlobalEnvironmentAtomics"], swiftSettings: settings),
    .target(name: "GlobalEnvironmentAtomics"),

    // Mocks, in rooms. Users import GlobalEnvironmentMocks, which exports the others.
    .target(name: "GlobalEnvironmentWire", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .target(name: "GlobalEnvironmentRedaction", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentTime",
      dependencies: ["GlobalEnvironment", "GlobalEnvironmentAtomics"],
      swiftSettings: settings
    ),
    .target(
      name: "GlobalEnvironmentRecordings",
      dependencies: ["GlobalEnvironment", "GlobalEnvironmentRedaction", "GlobalEnvironmentWire"],
      swiftSettings: settings
    ),
    .target(
      name: "GlobalEnvironmentStubs",
      dependencies: [
        "GlobalEnvironment", "GlobalEnvironmentRecordings", "GlobalEnvironmentRedaction", "GlobalEnvironmentTime",
        "GlobalEnvironmentWire",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GlobalEnvironmentMocks",
      dependencies: [
        "GlobalEnvironment", "GlobalEnvironmentRecordings", "GlobalEnvironmentRedaction", "GlobalEnvironmentStubs",
        "GlobalEnvironmentTime", "GlobalEnvironmentWire",
      ],
      swiftSettings: settings
    ),

    .target(
      name: "GlobalEnvironmentTesting",
      dependencies: [
        "GlobalEnvironment", "GlobalEnvironmentFlight", "GlobalEnvironmentMocks", "GlobalEnvironmentRedaction",
        "GlobalEnvironmentTestingLoad", "GlobalEnvironmentWire",
      ],
      swiftSettings: settings
    ),
    .target(name: "GlobalEnvironmentTestingLoad", dependencies: ["GlobalEnvironmentAtomics"]),
    // Empty where there is no Combine.
    .target(name: "GlobalEnvironmentCombine", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .target(
      name: "GlobalEnvironmentFlight",
      dependencies: ["GlobalEnvironment", "GlobalEnvironmentAtomics", "GlobalEnvironmentRedaction"],
      swiftSettings: settings
    ),
    .executableTarget(name: "greeter", dependencies: ["GlobalEnvironment"], swiftSettings: settings),
    .plugin(
      name: "AddEnvironment",
      capability: .command(
        intent: .custom(verb: "add-environment", description: "Copies the environment and its mock into your targets."),
        permissions: [
          .writeToPackageDirectory(reason: "Writes Environment.swift and the test files into your targets.")
        ]
      ),
      path: "Sources/Plugins/AddEnvironment"
    ),

    // The audit: `swift package audit-environment`.
    .plugin(
      name: "AuditEnvironment",
      capability: .command(
        intent: .custom(
          verb: "audit-environment",
          description: "Finds what escapes the environment: uses of the clock, the network, chance and so on."
        )
      ),
      dependencies: ["environment-audit"],
      path: "Sources/Plugins/AuditEnvironment"
    ),
    .executableTarget(
      name: "environment-audit",
      dependencies: ["EnvironmentAudit", "GlobalEnvironment"],
      swiftSettings: settings
    ),
    .target(
      name: "EnvironmentAudit",
      dependencies: ["GlobalEnvironment", "IndexStoreTypes"],
      resources: [.embedInCode("Kinds"), .embedInCode("Libraries")],
      swiftSettings: settings
    ),
    .systemLibrary(name: "IndexStoreTypes"),

    // A flight as text, as a page, as a test: `swift package environment-flight show`.
    .plugin(
      name: "ShowFlight",
      capability: .command(
        intent: .custom(
          verb: "environment-flight", description: "Shows a flight as text or as a page, or makes a test of it.")
      ),
      dependencies: ["environment-flight"],
      path: "Sources/Plugins/ShowFlight"
    ),
    .executableTarget(name: "environment-flight", dependencies: ["EnvironmentFlight"], swiftSettings: settings),
    .target(
      name: "EnvironmentFlight",
      dependencies: ["GlobalEnvironment", "GlobalEnvironmentFlight"],
      resources: [.embedInCode("Page")],
      swiftSettings: settings
    ),

    .testTarget(
      name: "GlobalEnvironmentTests",
      dependencies: ["ChildProcess", "GlobalEnvironmentTesting", "HidingKnownIssues", "LoopbackServer", "TestWidth"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentWireTests", dependencies: ["GlobalEnvironmentTesting"], swiftSettings: settings),
    .testTarget(
      name: "GlobalEnvironmentRedactionTests",
      dependencies: ["GlobalEnvironmentFlight", "GlobalEnvironmentRedaction", "GlobalEnvironmentTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentTimeTests",
      dependencies: ["GlobalEnvironmentTesting", "HidingKnownIssues", "LoopbackServer", "SendingRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentRecordingsTests",
      dependencies: ["GlobalEnvironmentTesting", "HidingKnownIssues", "LoopbackServer", "SendingRequests"],
      // Read where they are, beside the source that names them.
      exclude: ["HARFixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentStubsTests",
      dependencies: [
        "GlobalEnvironmentTesting", "HidingKnownIssues", "InnerTestCases", "LoopbackServer", "SendingRequests",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentMocksTests",
      dependencies: ["GlobalEnvironmentTesting", "HidingKnownIssues", "LoopbackServer", "SendingRequests"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentFlightTests",
      dependencies: ["GlobalEnvironmentAtomics", "GlobalEnvironmentFlight", "GlobalEnvironmentTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GlobalEnvironmentTestingTests",
      dependencies: [
        "ChildProcess", "GlobalEnvironmentFlight", "GlobalEnvironmentTesting", "GlobalEnvironmentTestingLoad",
        "HidingKnownIssues", "InnerTestCases", "LoopbackServer",
      ],
      // Read where they are, beside the tests that name them.
      exclude: ["Flight/Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TargetEnvironmentTests",
      dependencies: ["GlobalEnvironmentTesting", "InnerTestCases"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GreeterTests",
      dependencies: ["greeter", "ChildProcess", "GlobalEnvironmentTesting", "LoopbackServer"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReadmeTests",
      dependencies: ["ChildProcess", "EnvironmentAudit", "GlobalEnvironmentFlight", "GlobalEnvironmentTesting"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EnvironmentAuditTests",
      dependencies: ["BuildIndex", "EnvironmentAudit", "GlobalEnvironmentTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EnvironmentFlightTests",
      dependencies: ["ChildProcess", "EnvironmentFlight", "GlobalEnvironmentFlight", "GlobalEnvironmentTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SourceTests",
      dependencies: ["BuildIndex", "ChildProcess", "EnvironmentAudit"],
      swiftSettings: settings
    ),
    .testTarget(name: "EndToEndTests", dependencies: ["ChildProcess"], swiftSettings: settings),
    .target(
      name: "BuildIndex",
      dependencies: ["ChildProcess", "EnvironmentAudit"],
      path: "Tests/Support/BuildIndex",
      swiftSettings: settings
    ),
    .target(name: "ChildProcess", path: "Tests/Support/ChildProcess", swiftSettings: settings),
    .target(name: "HidingKnownIssues", path: "Tests/Support/HidingKnownIssues", swiftSettings: settings),
    .target(
      name: "InnerTestCases", dependencies: ["GlobalEnvironmentTesting"], path: "Tests/Support/InnerTestCases",
      swiftSettings: settings),
    .target(name: "LoopbackServer", path: "Tests/Support/LoopbackServer", swiftSettings: settings),
    .target(
      name: "SendingRequests", dependencies: ["GlobalEnvironmentTesting"], path: "Tests/Support/SendingRequests",
      swiftSettings: settings),
    .target(name: "TestWidth", path: "Tests/Support/TestWidth"),

    // The templates, compiled as a user's package would: without any settings.
    .target(name: "App", path: "Templates/App"),
    .testTarget(name: "TemplateTests", dependencies: ["App"], exclude: ["Templates/posts_response.json"]),
  ],
  swiftLanguageModes: [.v6]
)
