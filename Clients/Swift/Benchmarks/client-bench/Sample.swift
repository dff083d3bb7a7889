import BellwetherClient
import Foundation

/// The app and the event that are measured.
enum Sample {
    static let origin = EventOrigin(
        appID: "com.example.shop", osName: "iOS", osVersion: "17.4.1", appVersion: "5.12.0", deviceModel: "iPhone15,3",
        locale: "ja_JP")!

    /// A network that keeps the last body and answers nothing.
    final class Network: Transport {
        let body = Lock<[UInt8]>([])

        func send(_ request: UploadRequest) async -> UploadAnswer? {
            body.withLock { $0 = request.body }
            return nil
        }
    }

    /// An instance with a queue in this folder, which is never emptied.
    static func bellwether(_ folder: String, maximumBytes: Int = 1 << 30, _ network: Network = Network()) -> Bellwether
    {
        let (configuration, environment) = setup(folder, maximumBytes, network)
        return Bellwether(configuration, environment)
    }

    /// The store of such an instance.
    static func store(_ folder: String) -> Store {
        let (configuration, environment) = setup(folder, 1 << 30, Network())
        return Store(folder, configuration, environment)
    }

    private static func setup(
        _ folder: String, _ maximumBytes: Int, _ network: Network
    ) -> (Configuration, Environment) {
        var configuration = Configuration(url: URL(string: "https://events.example.com")!, key: "bw_1_key")
        configuration.appID = "com.example.shop"
        configuration.appGroup = "group.com.example.shop"
        configuration.directory = URL(fileURLWithPath: folder)
        configuration.maximumBytes = maximumBytes
        configuration.diagnostics = { print("diagnostic: \($0)") }
        var environment = Environment()
        environment.bundleID = "com.example.shop"
        environment.origin = { _ in origin }
        environment.sharedFolder = { _ in URL(fileURLWithPath: folder + "-shared") }
        environment.transport = { _ in network }
        return (configuration, environment)
    }

    static let notification = NotificationReference(notificationID: "n-20260301", campaign: "spring_sale")

    /// Records the event as an app does.
    static func record(_ bellwether: Bellwether, _ notification: NotificationReference = notification) {
        bellwether.notificationOpened(notification, trigger: .push, action: nil, appState: .background)
    }

    /// The same event, not recorded.
    static func event(_ now: ClockReading) -> Event {
        var event = Event(.notificationOpened, at: now.wall)
        event.data.notification = notification
        event.data.appState = .background
        event.data.trigger = .push
        return event
    }
}
