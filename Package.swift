// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled alike: Swift 6, imports internal and explicit, warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "bellwether",
    products: [.executable(name: "bellwether", targets: ["bellwether"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "Postgres", dependencies: ["CPostgres"], swiftSettings: strict),
        .target(name: "Events", swiftSettings: strict),
        .target(
            name: "EventLog", dependencies: ["Events", "Postgres", crypto, subprocess],
            swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(
            name: "Ingest", dependencies: ["CZlib", "CZstd", "EventLog", "Events", "Postgres", crypto],
            swiftSettings: strict),
        .target(name: "Projections", dependencies: ["EventLog", "Postgres", crypto], swiftSettings: strict),
        .target(
            name: "Reports", dependencies: ["Postgres", mustache, crypto],
            swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(name: "Simulation", swiftSettings: strict),
        .executableTarget(
            name: "bellwether",
            dependencies: [
                "EventLog", "Events", "Ingest", "Postgres", "Projections", "Reports", "Simulation",
                argumentParser, subprocess,
            ],
            swiftSettings: strict),
        .executableTarget(name: "embed-files", swiftSettings: strict),
        .executableTarget(
            name: "decode-bench", dependencies: ["Events"], path: "Benchmarks/decode-bench", swiftSettings: strict),
        .plugin(name: "EmbedFiles", capability: .buildTool, dependencies: ["embed-files"]),
        .target(
            name: "TestSupport", dependencies: ["EventLog", "Events", "Ingest", "Postgres"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "PostgresTests", dependencies: ["EventLog", "Postgres", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "EventsTests", dependencies: ["Events"], swiftSettings: strict),
        .testTarget(
            name: "EventLogTests", dependencies: ["EventLog", "Events", "Postgres", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "IngestTests",
            dependencies: ["CZlib", "CZstd", "EventLog", "Events", "Ingest", "Postgres", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ProjectionsTests",
            dependencies: ["EventLog", "Events", "Ingest", "Postgres", "Projections", "Reports", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PropertyTests",
            dependencies: [
                "EventLog", "Events", "Ingest", "Postgres", "Projections", "Reports", "Simulation", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ReportsTests", dependencies: ["Reports"], exclude: ["Golden"], swiftSettings: strict),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation"], swiftSettings: strict),
        .testTarget(
            name: "BellwetherTests",
            dependencies: ["bellwether", "EventLog", "Postgres", "TestSupport", subprocess],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
