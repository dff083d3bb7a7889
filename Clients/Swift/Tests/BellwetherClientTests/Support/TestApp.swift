@testable import BellwetherClient
import Foundation
import Testing

/// An app with a library whose surroundings a test controls.
final class TestApp: Sendable {
    let files: ModelFileSystem
    let time: VirtualTime
    let permissions = TestPermissions()
    let diagnostics = Lock<[Diagnostic]>([])
    let bellwether: Bellwether

    static let folder = "/app"

    init(
        files: ModelFileSystem = ModelFileSystem(), time: VirtualTime = VirtualTime(), osVersion: String = "17.4.1",
        appID: String = "com.example.shop", _ change: (inout Configuration, inout Environment) -> Void = { _, _ in }
    ) {
        self.files = files
        self.time = time
        var environment = Environment()
        environment.clock = { time.read() }
        environment.files = files
        environment.bundleID = "com.example.shop"
        environment.permissions = permissions
        environment.sleep = { try await time.sleep($0) }
        environment.transport = { _ in NoNetwork() }
        environment.origin = {
            EventOrigin(appID: $0, osName: "iOS", osVersion: osVersion, appVersion: "5.12.0", deviceModel: "iPhone15,3")
        }
        var configuration = Configuration(url: URL(string: "http://127.0.0.1:9")!, key: "bw_1_test")
        configuration.appID = appID
        configuration.directory = URL(fileURLWithPath: TestApp.folder)
        let diagnostics = diagnostics
        configuration.diagnostics = { diagnostic in diagnostics.withLock { $0.append(diagnostic) } }
        change(&configuration, &environment)
        bellwether = Bellwether(configuration, environment)
    }

    /// The summaries of all events in the queue, permission events first.
    func recorded() throws -> [String] { try files.events(in: TestApp.folder).map(\.summary) }

    /// Waits until the library has applied this many readings of the status.
    func waitForReadings(_ count: Int) async throws {
        try await eventually("\(count) readings") { self.readings >= count }
    }

    var readings: Int { bellwether.engine?.requests.withLock { $0.readings } ?? 0 }
}

/// The system's settings, as a test sets them.
final class TestPermissions: PermissionCenter {
    private enum Hold { case none, next, held }

    private let state = Lock(PermissionReading(rawStatus: 0))
    private let hold = Lock(Hold.none)

    func read() async -> PermissionReading? {
        let reading = state.withLock { $0 }
        let isStopped = hold.withLock { hold in
            defer { if hold == .next { hold = .held } }
            return hold == .next
        }
        while isStopped, isHeld { await Task.yield() }
        return reading
    }

    /// Lets the next reading take long.
    func holdNext() { hold.withLock { $0 = .next } }

    /// Whether a reading has been made and not returned.
    var isHeld: Bool { hold.withLock { $0 == .held } }

    /// Lets that reading return.
    func release() { hold.withLock { $0 = .none } }

    var hasDelegate: Bool { true }

    func set(_ status: AuthorizationStatus, delivery: Delivery? = nil, options: [String] = []) {
        let values: [AuthorizationStatus: Int] = [.denied: 1, .authorized: 2, .provisional: 3, .ephemeral: 4]
        state.withLock { $0 = PermissionReading(rawStatus: values[status] ?? 0, delivery: delivery, options: options) }
    }

    func setUnknown(_ status: Int) { state.withLock { $0 = PermissionReading(rawStatus: status) } }
}

/// A network that answers nothing.
struct NoNetwork: Transport {
    func send(_ request: UploadRequest) async -> UploadAnswer? { nil }
}
