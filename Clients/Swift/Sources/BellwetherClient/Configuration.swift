public import Foundation

/// How a `Bellwether` collects and sends events.
public struct Configuration: Sendable {
    /// The collector's address, without a path such as `/v1/events`.
    public var url: URL
    /// The key of the app, as `bellwether keys add` prints it.
    public var key: String
    /// The app's id in events, also in those of its service extension. Nil: the app's bundle identifier.
    public var appID: String?
    /// The app group of the app and its notification service extension. Nil: no extension.
    public var appGroup: String?
    /// The folder for the queue. Nil: `BellwetherClient/<appID>` in Application Support, on tvOS in Caches; in an extension none.
    public var directory: URL?
    /// Whether to collect from the first launch. False: nothing is stored before `setCollecting(true)`.
    public var collectsFromStart = true
    /// Whether to send over networks in Low Data Mode. Leaving their users out would bias every rate.
    public var usesConstrainedNetworks = true
    /// The limit in bytes for queued engagement events, beyond which the oldest are dropped. Default: 1 MiB.
    public var maximumBytes = 1 << 20
    /// Finds the notification's id in a push payload. Default: the member `bellwether`.
    public var reader: @Sendable ([AnyHashable: Any]) -> NotificationReference? = NotificationReference.standard
    /// Receives diagnostics, on any thread. Default: the system's log.
    public var diagnostics: @Sendable (Diagnostic) -> Void = { NSLog("Bellwether: %@", NSString(string: "\($0)")) }

    /// Creates a configuration.
    public init(url: URL, key: String) {
        self.url = url
        self.key = key
    }
}
