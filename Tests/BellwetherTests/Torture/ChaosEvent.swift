import Foundation
import Simulation
import TestSupport

/// An event derived from a seed and a number, in the forms in which it is sent and in which the reference
/// implementation takes it.
struct ChaosEvent: Sendable {
    let type: Truth.EventType
    /// The installation's number.
    let installation: Int
    /// The time of the event and, for events in files, of its receipt, in seconds since 1970.
    let occurredAt, receivedAt: Int
    /// The event's UUID.
    let id: String
    private let os: Truth.OperatingSystem
    private let appVersion: String
    /// The members of `data`.
    private let data: [String: String]

    /// Creates the event with this number, for a random installation, type and time from the given ranges. `seconds`
    /// are since 1970.
    init(
        _ number: Int, seed: UInt64, of installations: Range<Int>, within seconds: Range<Int>,
        types: [Truth.EventType] = Truth.EventType.allCases
    ) {
        var random = SplitMix64(state: seed &* 1_000_003 &+ UInt64(number))
        id = EventText.uuid(number)
        type = types.randomElement(using: &random)!
        installation = Int.random(in: installations, using: &random)
        occurredAt = Int.random(in: seconds, using: &random)
        receivedAt = occurredAt + Int.random(in: 0..<172_800, using: &random)
        os = Self.systems.randomElement(using: &random)!
        appVersion = "5.\(Int.random(in: 0..<3, using: &random))"
        data = Self.data(of: type, &random)
    }

    private static func data(of type: Truth.EventType, _ random: inout SplitMix64) -> [String: String] {
        let notification = "n\(Int.random(in: 0..<50, using: &random))"
        let isFirst = random.happens(50)
        switch type {
        case .experimentAssigned: return ["experiment": "primer", "variant": isFirst ? "a" : "b"]
        case .primerAnswered: return ["answer": isFirst ? "accepted" : "declined"]
        case .promptShown, .primerShown, .promptBlocked:
            return ["placement": "start", "variant": isFirst ? "a" : "b"]
        case .provisionalKept: return ["delivery": isFirst ? "prominent" : "quiet"]
        case .statusObserved: return ["status": statuses.randomElement(using: &random)!]
        case .notificationSent: return ["notification_id": notification, "campaign": isFirst ? "spring" : "summer"]
        case .notificationReceived: return ["notification_id": notification]
        case .notificationOpened: return ["notification_id": notification, "trigger": isFirst ? "push" : "local"]
        default: return [:]
        }
    }

    private static let app = "com.example.shop"
    private static let statuses = ["not_determined", "denied", "authorized", "provisional", "ephemeral"]
    private static let systems = [
        Truth.OperatingSystem(name: "iOS", major: 16, minor: 1),
        Truth.OperatingSystem(name: "iOS", major: 17, minor: 4),
        Truth.OperatingSystem(name: "iPadOS", major: 17, minor: 4),
        Truth.OperatingSystem(name: "Android", major: 14, minor: 0),
    ]
}

extension ChaosEvent {
    /// The event as a line in a file, with `received_at`.
    var line: String { json(stamp: #""received_at":"\#(Self.text(receivedAt))","#) }

    /// The event as sent over HTTP, without `received_at` because the server sets it.
    var request: String { json(stamp: "") }

    /// Returns the UUID of an installation.
    static func installationID(_ number: Int) -> String {
        "00000000-0000-4000-9000-" + String(format: "%012d", number)
    }

    /// Returns the event in the form of the reference implementation; `receivedAt` is in microseconds since 1970.
    func truth(receivedAt: Microseconds) -> Truth.Event {
        var event = Truth.Event(
            type, app: Truth.Text(Self.app), installation: Self.identifier(Self.installationID(installation)),
            id: Self.identifier(id), at: Microseconds(occurredAt) * 1_000_000, os: os)
        event.receivedAt = receivedAt
        event.appVersion = Truth.Text(appVersion)
        event.take(data)
        return event
    }

    /// Formats seconds since 1970 as RFC 3339.
    static func text(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }

    private func json(stamp: String) -> String {
        let members = data.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
        return """
            {"id":"\(id)","type":"\(type.rawValue)","app_id":"\(Self.app)",\
            "installation_id":"\(Self.installationID(installation))","occurred_at":"\(Self.text(occurredAt))",\(stamp)\
            "os":{"name":"\(os.name)","version":"\(os.major).\(os.minor)"},"app_version":"\(appVersion)",\
            "data":{\(members.joined(separator: ","))}}
            """
    }

    /// Parses a UUID.
    private static func identifier(_ id: String) -> Truth.Identifier {
        let digits = id.filter { $0 != "-" }
        return Truth.Identifier(high: UInt64(digits.prefix(16), radix: 16)!, low: UInt64(digits.suffix(16), radix: 16)!)
    }
}
