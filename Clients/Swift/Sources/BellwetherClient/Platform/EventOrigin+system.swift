import Foundation

extension EventOrigin {
    /// The origin of events of this process. Returns nil if the contract does not allow `appID`, or does not know the system.
    package static func system(appID: String) -> EventOrigin? {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let info = mainBundle.infoDictionary
        return EventOrigin(
            appID: appID, osName: systemName,
            osVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            appVersion: info?["CFBundleShortVersionString"] as? String, deviceModel: machine,
            locale: Locale.current.identifier)
    }

    /// The identifier of the app, also in an extension of it.
    static var systemAppID: String? { mainBundle.bundleIdentifier }

    /// The app's bundle. That of an extension is `X.app/PlugIns/Y.appex` (on macOS `X.app/Contents/PlugIns/Y.appex`).
    private static var mainBundle: Bundle {
        let bundle = Bundle.main
        guard bundle.bundleURL.pathExtension == "appex" else { return bundle }
        var url = bundle.bundleURL
        while url.pathExtension != "app", url.path.count > 1 { url.deleteLastPathComponent() }
        return Bundle(url: url) ?? bundle
    }

    private static var systemName: String {
        #if os(macOS) || targetEnvironment(macCatalyst)
        "macOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #elseif os(iOS)
        machine.hasPrefix("iPad") ? "iPadOS" : "iOS"
        #else
        ""
        #endif
    }

    /// The model, such as `iPhone15,3`; in a simulator, the one that it simulates.
    private static var machine: String {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        var system = utsname()
        uname(&system)
        return withUnsafeBytes(of: &system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
