// swift-tools-version: 6.2
import PackageDescription

/// The settings of all targets: existentials need `any`, imports are internal by default and must be explicit, and
/// warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The settings of test targets: what is tested is optimized, the tests are not, which halves the time that they take to build.
let ofTests = strict + [.unsafeFlags(["-Onone"])]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
/// The dependencies of the HTTP collector.
let server: [Target.Dependency] = [
    .product(name: "CoreMetrics", package: "swift-metrics"),
    httpTypes,
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    logging,
]

let package = Package(
    name: "bellwether",
    products: [.executable(name: "bellwether", targets: ["bellwether"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "Postgres", dependencies: ["CPostgres"], swiftSettings: strict),
        .target(name: "Events", dependencies: [crypto], swiftSettings: strict, plugins: ["WriteEventType"]),
        .target(
            name: "EventLog", dependencies: ["Events", "Postgres", crypto],
            swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(name: "PrivateServer", dependencies: ["Postgres", subprocess], swiftSettings: strict),
        .target(
            name: "Ingest", dependencies: ["CXXHash", "CZlib", "CZstd", "EventLog", "Events", "Postgres"],
            swiftSettings: strict),
        .target(
            name: "Collector", dependencies: ["EventLog", "Events", "Ingest", "Postgres"] + server,
            swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(
            name: "Projections", dependencies: ["EventLog", "Events", "Postgres", crypto], swiftSettings: strict),
        .target(
            name: "Pages", dependencies: [mustache, crypto], swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(name: "Reports", dependencies: ["EventLog", "Pages", "Postgres", crypto], swiftSettings: strict),
        .target(name: "Simulation", swiftSettings: strict),
        .executableTarget(
            name: "bellwether",
            dependencies: [
                "Collector", "EventLog", "Events", "Ingest", "Pages", "Postgres", "PrivateServer", "Projections",
                "Reports",
                "Simulation", argumentParser, logging, subprocess,
            ],
            swiftSettings: strict),
        .executableTarget(name: "embed-files", swiftSettings: strict),
        .executableTarget(name: "write-event-type", swiftSettings: strict),
        .executableTarget(name: "written-sql", dependencies: ["EventLog", "Postgres"], swiftSettings: strict),
        .executableTarget(
            name: "decode-bench", dependencies: ["Events"], path: "Benchmarks/decode-bench", swiftSettings: strict),
        .executableTarget(
            name: "null-collector", dependencies: ["Collector", "EventLog", "Events", "Postgres", logging],
            path: "Benchmarks/null-collector", swiftSettings: strict),
        .plugin(name: "EmbedFiles", capability: .buildTool, dependencies: ["embed-files"]),
        .plugin(name: "WriteEventType", capability: .buildTool, dependencies: ["write-event-type"]),
        .target(
            name: "TestSupport",
            dependencies: ["EventLog", "Events", "Ingest", "Postgres", "PrivateServer", "Simulation"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "PageAccounts", dependencies: ["EventLog", "Pages"], path: "Tests/PageAccounts", swiftSettings: strict
        ),
        .testTarget(
            name: "PostgresTests", dependencies: ["EventLog", "Postgres", "TestSupport"],
            swiftSettings: ofTests),
        .testTarget(
            name: "PrivateServerTests", dependencies: ["Postgres", "PrivateServer", "TestSupport"],
            swiftSettings: ofTests),
        .testTarget(name: "EventsTests", dependencies: ["Events", "TestSupport"], swiftSettings: ofTests),
        .testTarget(
            name: "EventLogTests", dependencies: ["EventLog", "Events", "Postgres", "TestSupport"],
            swiftSettings: ofTests),
        .testTarget(
            name: "IngestTests",
            dependencies: ["CZlib", "CZstd", "EventLog", "Events", "Ingest", "Postgres", "TestSupport"],
            swiftSettings: ofTests),
        .testTarget(
            name: "CollectorTests",
            dependencies: ["Collector", "EventLog", "Events", "Ingest", "Postgres", "TestSupport", httpTypes, logging],
            exclude: ["Clients"], swiftSettings: ofTests),
        .testTarget(
            name: "ProjectionsTests",
            dependencies: [
                "EventLog", "Events", "Ingest", "Pages", "Postgres", "Projections", "Reports", "TestSupport",
            ],
            swiftSettings: ofTests),
        .testTarget(
            name: "PropertyTests",
            dependencies: [
                "EventLog", "Events", "Ingest", "PageAccounts", "Pages", "Postgres", "Projections", "Reports",
                "Simulation", "TestSupport",
            ],
            swiftSettings: ofTests),
        .testTarget(
            name: "ReportsTests", dependencies: ["EventLog", "PageAccounts", "Pages", "Reports", "TestSupport"],
            exclude: ["Golden"],
            swiftSettings: ofTests),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation"], swiftSettings: ofTests),
        .testTarget(
            name: "BellwetherTests",
            dependencies: [
                "bellwether", "EventLog", "Postgres", "PrivateServer", "Simulation", "TestSupport", subprocess,
            ],
            swiftSettings: ofTests),
    ],
    swiftLanguageModes: [.v6]
)
