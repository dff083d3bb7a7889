import BellwetherClient
import Foundation

/// The app's only instance. `nonisolated` because the methods of the delegate use it on any thread.
nonisolated let bellwether = Bellwether(.shop)

extension Configuration {
    /// The app's configuration. Nothing is stored before the user agrees.
    nonisolated static var shop: Configuration {
        var configuration = Configuration(url: URL(string: "https://events.example.com")!, key: "bw_1_…")
        configuration.appGroup = "group.com.example.shop"
        configuration.collectsFromStart = false
        return configuration
    }
}
