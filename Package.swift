// swift-tools-version: 6.2
import PackageDescription

/// The language mode and checks that every target is held to.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Strict memory safety, as warnings, for every target but the two that own pointers.
let pointerFree: [SwiftSetting] =
  strict + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .warning)]

let package = Package(
  name: "kiroku",
  products: [
    .executable(name: "kiroku", targets: ["kiroku"]),
    .library(name: "HTTPServing", targets: ["AsyncSockets", "HTTPCore", "HTTPServing"]),
  ],
  targets: [
    // The machinery: knows nothing of weights. Arrows point down only.
    .target(name: "CLinux"),
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(name: "AsyncSockets", dependencies: ["CLinux"], swiftSettings: strict),
    .target(name: "HTTPCore", swiftSettings: pointerFree),
    .target(name: "JSON", swiftSettings: pointerFree),
    .target(
      name: "HTTPServing", dependencies: ["AsyncSockets", "HTTPCore"], swiftSettings: pointerFree),
    .target(name: "Postgres", dependencies: ["AsyncSockets", "CLibpq"], swiftSettings: strict),

    // The product: never names a socket, a libpq pointer or epoll.
    .target(name: "KirokuCore", swiftSettings: pointerFree),
    .target(
      name: "KirokuStore", dependencies: ["KirokuCore", "Postgres"], swiftSettings: pointerFree),
    .target(
      name: "KirokuAPI", dependencies: ["HTTPCore", "JSON", "KirokuCore", "KirokuStore"],
      swiftSettings: pointerFree),
    .executableTarget(
      name: "kiroku",
      dependencies: [
        "AsyncSockets", "HTTPCore", "HTTPServing", "JSON", "KirokuAPI", "KirokuCore",
        "KirokuStore", "Postgres",
      ],
      swiftSettings: pointerFree),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "AsyncSockets", "HTTPCore", "HTTPServing", "JSON", "KirokuAPI", "KirokuCore", "KirokuStore",
        "Postgres",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    .executableTarget(
      name: "HTTPFixture", dependencies: ["AsyncSockets", "HTTPCore", "HTTPServing"],
      path: "Tests/HTTPFixture", swiftSettings: pointerFree),
    .testTarget(
      name: "AsyncSocketsTests", dependencies: ["AsyncSockets", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "HTTPCoreTests", dependencies: ["HTTPCore"], swiftSettings: strict),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: strict),
    .testTarget(
      name: "HTTPServingTests",
      dependencies: ["AsyncSockets", "HTTPCore", "HTTPServing", "HTTPFixture", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PostgresTests", dependencies: ["AsyncSockets", "Postgres", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "KirokuCoreTests", dependencies: ["KirokuCore"], swiftSettings: strict),
    .testTarget(
      name: "KirokuStoreTests",
      dependencies: ["AsyncSockets", "KirokuCore", "KirokuStore", "Postgres", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "KirokuAPITests",
      dependencies: [
        "AsyncSockets", "HTTPCore", "JSON", "KirokuAPI", "KirokuCore", "KirokuStore", "Postgres",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KirokuTests",
      dependencies: [
        "kiroku", "AsyncSockets", "HTTPCore", "HTTPServing", "JSON", "KirokuAPI", "KirokuCore",
        "KirokuStore", "TestSupport",
      ],
      swiftSettings: strict),
  ]
)
