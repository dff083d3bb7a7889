// swift-tools-version: 6.0
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

var dependencies: [Target.Dependency] = []
var targets: [Target] = []

// Apple's SDKs have a module `zlib`; elsewhere it needs a module map.
#if os(Linux)
targets.append(.systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]))
dependencies.append("CZlib")
#endif

// On Linux, tests compile the code for Apple's systems against stubs: BELLWETHER_STUBS=1 (or iOS), macOS, watchOS.
let frameworks: [String] =
    switch ProcessInfo.processInfo.environment["BELLWETHER_STUBS"] {
    case nil, "": []
    case "macOS": ["UserNotifications", "AppKit"]
    case "watchOS": ["UserNotifications", "WatchKit"]
    default: ["UserNotifications", "UIKit"]
    }
for framework in frameworks {
    let needs: [Target.Dependency] = framework == "UserNotifications" ? [] : ["UserNotifications"]
    targets.append(.target(name: framework, dependencies: needs, path: "Stubs/\(framework)", swiftSettings: settings))
    dependencies.append(.target(name: framework))
}

// With the stubs of iOS, tests also compile the example, as a new project of Xcode 26 does, and run invented phones.
if frameworks.contains("UIKit") {
    let app: [SwiftSetting] = [
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .unsafeFlags(["-default-isolation", "MainActor"]),
    ]
    targets += [
        .target(name: "SwiftUI", dependencies: ["UIKit"], path: "Stubs/SwiftUI", swiftSettings: settings),
        .executableTarget(
            name: "Shop", dependencies: ["BellwetherClient", "SwiftUI", "UIKit", "UserNotifications"],
            path: "Example/Shop", packageAccess: false, swiftSettings: app),
        .target(
            name: "NotificationService", dependencies: ["BellwetherClient", "UserNotifications"],
            path: "Example/NotificationService", packageAccess: false, swiftSettings: app),
        .executableTarget(
            name: "client-journey", dependencies: ["BellwetherClient", "UIKit", "UserNotifications"],
            path: "Tests/ClientJourney", swiftSettings: settings),
    ]
}

let package = Package(
    name: "bellwether-swift",
    platforms: [.iOS(.v13), .tvOS(.v13), .macOS(.v11), .watchOS(.v7), .visionOS(.v1)],
    products: [.library(name: "BellwetherClient", targets: ["BellwetherClient"])],
    targets: targets + [
        .target(
            name: "BellwetherClient", dependencies: dependencies,
            resources: [.process("PrivacyInfo.xcprivacy")], swiftSettings: settings,
            linkerSettings: [.linkedLibrary("z")]),
        .executableTarget(
            name: "store-child", dependencies: ["BellwetherClient"], path: "Tests/StoreChild", swiftSettings: settings),
        .executableTarget(
            name: "client-bench", dependencies: ["BellwetherClient"], path: "Benchmarks/client-bench",
            swiftSettings: settings),
        .testTarget(
            name: "BellwetherClientTests", dependencies: ["BellwetherClient"] + dependencies, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
