public import Foundation

/// How a `Bellwether` collects and sends events.
public struct Configuration: Sendable {
    /// The collector's address, without a path such as `/v1/events`.
    public var url: URL
    /// The key of the app, as `bellwether keys add` prints it.
    public var key: String
    /// The app's id in events. Nil: the bundle identifier; in an app extension, that of its app.
    public var appID: String?
    /// The app group that the app shares with its notification service extension. Nil: there is no such extension.
    public var appGroup: String?
    /// The folder for the queue. Nil: `BellwetherClient/<appID>` in Application Support, on tvOS in Caches.
    public var directory: URL?
    /// Whether the first launch collects. False: nothing is stored before `setCollecting(true)`.
    public var collectsFromStart = true
    /// Whether to send over networks in Low Data Mode. Without their users every rate would be biased.
    public var usesConstrainedNetworks = true
    /// The greatest number of bytes of engagement events in the queue; the oldest make room. Default: 1 MiB.
    public var maximumBytes = 1 << 20
    /// Finds the notification that a push payload names. Default: the member `bellwether`.
    public var reader: @Sendable ([AnyHashable: Any]) -> NotificationReference? = NotificationReference.standard
    /// Called with what a developer should know, on any thread. Default: the system's log.
    public var diagnostics: @Sendable (Diagnostic) -> Void = DiagnosticLog.write

    /// Creates a configuration.
    public init(url: URL, key: String) {
        self.url = url
        self.key = key
    }
}
