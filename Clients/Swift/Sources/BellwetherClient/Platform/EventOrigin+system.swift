import Foundation

extension EventOrigin {
    /// The origin of events of this process. Returns nil if the contract does not allow `appID`, or does not name the system.
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

    /// The identifier of the app, also in an extension of it.
    static var systemAppID: String? { app.bundleIdentifier }

    /// The app's bundle. That of an extension is in it, as `X.app/PlugIns/Y.appex`.
    private static var app: Bundle {
        var url = Bundle.main.bundleURL
        guard url.pathExtension == "appex" else { return .main }
        while url.pathExtension != "app", url.path.count > 1 { url.deleteLastPathComponent() }
        return Bundle(url: url) ?? .main
    }

    /// The model, such as `iPhone15,3`; in a simulator, the one that it simulates.
    private static var machine: String {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        var system = utsname()
        uname(&system)
        return withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
