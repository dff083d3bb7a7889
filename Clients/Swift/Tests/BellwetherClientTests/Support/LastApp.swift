#if canImport(UIKit) && !canImport(Darwin)
@testable import BellwetherClient
import Testing

/// The app of the test before. Its library would react to the notifications of the next test, so that waits until it has ended.
@MainActor enum LastApp {
    private weak static var engine: Engine?
    private static var time: VirtualTime?

    /// Remembers an app that is started.
    static func set(_ app: TestApp) { (engine, time) = (app.bellwether.engine, app.time) }

    /// Waits until the library of the app has ended.
    static func end() async throws {
        try await eventually("the library of the test before has ended") {
            time?.cancelAll()
            return engine == nil
        }
    }
}
#endif
