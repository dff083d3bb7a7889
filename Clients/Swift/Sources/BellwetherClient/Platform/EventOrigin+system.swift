import Foundation

extension EventOrigin {
    /// Returns the origin of this process's events; nil if `appID` or the system's name is not valid.
    package static func system(appID: String) -> EventOrigin? {
        #if os(macOS) || targetEnvironment(macCatalyst)
        let name = "macOS"
        #elseif os(tvOS)
        let name = "tvOS"
        #elseif os(watchOS)
        let name = "watchOS"
        #elseif os(visionOS)
        let name = "visionOS"
        #elseif os(iOS)
        let name = machine.hasPrefix("iPad") ? "iPadOS" : "iOS"
        #else
        let name = ""
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return EventOrigin(
            appID: appID, osName: name,
            osVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            appVersion: app.infoDictionary?["CFBundleShortVersionString"] as? String, deviceModel: machine,
            locale: Locale.current.identifier)
    }

    /// The bundle identifier of the app. In an app extension, that of the app that contains it.
    static var systemAppID: String? { app.bundleIdentifier }

    /// Whether the process is an app extension. The WatchKit extension of older watchOS projects is the app itself.
    static var isAppExtension: Bool {
        let attributes = Bundle.main.infoDictionary?["NSExtension"] as? [String: Any]
        let point = attributes?["NSExtensionPointIdentifier"] as? String
        return Bundle.main.bundleURL.pathExtension == "appex" && point != "com.apple.watchkit"
    }

    /// The app's bundle. An extension's bundle lies inside it: `X.app/PlugIns/Y.appex`.
    private static var app: Bundle {
        var url = Bundle.main.bundleURL
        guard url.pathExtension == "appex" else { return .main }
        while url.pathExtension != "app", url.path.count > 1 { url.deleteLastPathComponent() }
        return Bundle(url: url) ?? .main
    }

    /// The device model, such as `iPhone15,3`. In a simulator, the simulated model.
    private static var machine: String {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        var system = utsname()
        uname(&system)
        return withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
