@testable import BellwetherClient
import Foundation
import Testing

/// Makes events with ids that count up, and stores on a file system that outlive it.
final class Recorder: Sendable {
    static let directory = "/app/BellwetherClient/com.example.shop"
    static let sharedDirectory = "/group/BellwetherClient/com.example.shop"

    let files: ModelFileSystem
    let diagnostics = Lock<[Diagnostic]>([])
    private let ids = Lock(0)
    private let launches = Lock<UInt32>(0)
    private let encoder: EventEncoder

    init(files: ModelFileSystem = ModelFileSystem()) {
        self.files = files
        let origin = EventOrigin(
            appID: "com.example.shop", osName: "iOS", osVersion: "17.4.1", appVersion: "5.12.0",
            deviceModel: "iPhone15,3", locale: "ja_JP")
        let ids = ids
        encoder = EventEncoder(origin!) {
            Recorder.id(
                ids.withLock {
                    $0 += 1; return $0
                })
        }
    }

    /// The id of the event with this number, counted from 1.
    static func id(_ number: Int) -> UUID {
        UUID(
            uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count)
                + String(number))!
    }

    /// Begins a launch.
    func store(
        collectsFromStart: Bool = true, maximumBytes: Int = 1 << 20, isShared: Bool = false,
        _ change: (inout Configuration, inout Environment) -> Void = { _, _ in }
    ) -> Store {
        let launch = launches.withLock {
            $0 += 1; return $0
        }
        let diagnostics = diagnostics
        var configuration = Configuration.test(maximumBytes: maximumBytes) { told in
            diagnostics.withLock { $0.append(told) }
        }
        configuration.collectsFromStart = collectsFromStart
        configuration.appGroup = isShared ? "group.com.example.shop" : nil
        var environment = Environment()
        environment.files = files
        environment.makeInstallationID = { Recorder.installation(Int(launch)) }
        environment.bundleID = "com.example.shop"
        environment.sharedFolder = { _ in URL(fileURLWithPath: "/group") }
        change(&configuration, &environment)
        return Store(Recorder.directory, configuration, environment, launch: launch)
    }

    /// The installation that a launch makes if it makes one.
    static func installation(_ launch: Int) -> UUID { id(900_000_000_000 + launch) }

    /// An event that is no step of the journey.
    func opened(at time: Timestamp = Timestamp(microseconds: 1_772_352_930_123_456, offset: 540)) -> [UInt8] {
        var data = EventData()
        data.notification = NotificationReference(notificationID: "n-20260301", campaign: "spring\tsale\n\"x\"")
        data.appState = .background
        data.trigger = .push
        return encoder.encode(Event(.notificationOpened, at: time, data: data))
    }

    func encode(_ event: Event) -> [UInt8] { encoder.encode(event) }

    /// Takes a step of the journey that records one event.
    func step(_ store: Store, uptime: Int64 = 0, status: AuthorizationStatus = .denied) -> [UInt8]? {
        var recorded: [UInt8]?
        store.transition(uptime: uptime) { journey in
            var data = EventData()
            data.status = status
            let event = Event(
                .statusObserved, at: Timestamp(microseconds: 1_772_352_930_000_000 + uptime * 1_000),
                sequence: journey.sequence, data: data)
            journey.sequence += 1
            journey.transitions += 1
            journey.reported = ReportedStatus(status: status, os: "iOS 17.4.1")
            recorded = encoder.encode(event)
            return [recorded!]
        }
        return recorded
    }
}

extension Configuration {
    /// A configuration whose diagnostics a test receives.
    static func test(maximumBytes: Int, _ diagnostics: @escaping @Sendable (Diagnostic) -> Void) -> Configuration {
        var configuration = Configuration(url: URL(string: "https://events.example.com")!, key: "bw_1_key")
        configuration.maximumBytes = maximumBytes
        configuration.diagnostics = diagnostics
        return configuration
    }
}

extension [UInt8] {
    /// Whether the event is one of `Recorder.step`.
    var isStep: Bool { String(decoding: self, as: UTF8.self).contains("\"type\":\"status_observed\"") }

    /// The id in the event.
    var id: String {
        String(decoding: self, as: UTF8.self).components(separatedBy: "\"id\":\"")[1].prefix(36).description
    }
}

extension QueuedEvent {
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var id: String { text.components(separatedBy: "\"id\":\"")[1].prefix(36).description }
}

extension Store {
    /// Delivers everything, and returns the events.
    func drain() -> [QueuedEvent] {
        var events: [QueuedEvent] = []
        while let batch = take() {
            events += batch.events
            guard finish(batch) else { break }
        }
        return events
    }
}
