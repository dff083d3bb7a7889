import Foundation
import Simulation
import TestSupport

/// One line from a client or a sender's server, with the time of its receipt.
struct Delivery: Sendable, Hashable {
    /// The type in JSON; may be unknown to the event contract.
    var type: String
    var app: String
    var installation: UInt64
    var id: UInt64
    var occurredAt: Microseconds
    var sentAt: Microseconds?
    var receivedAt: Microseconds
    /// The UTC offset in minutes at which the times are written.
    var offset = 0
    var sequence: Int?
    /// Name and version, for example `iOS 17.4.1`.
    var os: String?
    var appVersion: String?
    var locale: String?
    var deviceModel: String?
    var data: [String: String] = [:]

    /// The fields that identify an event: two deliveries that agree in them are copies.
    struct Identity: Hashable {
        var app: String
        var installation: UInt64
        var id: UInt64
        var occurredAt: Microseconds
    }

    var identity: Identity { Identity(app: app, installation: installation, id: id, occurredAt: occurredAt) }

    /// The effective time by the contract.
    var effectiveAt: Microseconds {
        guard let sentAt, sentAt >= occurredAt - .minute, abs(sentAt - receivedAt) > .minute else { return occurredAt }
        return occurredAt + (receivedAt - sentAt)
    }

    /// The reject reason; nil if it is accepted. Covers only the reasons that can occur in a history.
    var rejectReason: String? {
        if eventType == nil { return "unknown_type" }
        if isImpossible { return "impossible_for_os" }
        return effectiveAt > receivedAt + .day ? "occurred_in_future" : nil
    }

    var eventType: Truth.EventType? { Truth.EventType(rawValue: type) }

    private var isImpossible: Bool {
        guard let os = system, os.name == "iOS" || os.name == "iPadOS" else { return false }
        let isProvisional = type.hasPrefix("provisional_") || data["status"] == "provisional"
        return isProvisional && os.major < 12 || data["status"] == "ephemeral" && os.major < 14
    }

    private var system: Truth.OperatingSystem? {
        guard let os else { return nil }
        let parts = os.split(separator: " ")
        let numbers = parts[1].split(separator: ".").map { Int($0)! } + [0]
        return Truth.OperatingSystem(name: String(parts[0]), major: numbers[0], minor: numbers[1])
    }

    /// The event as the reference implementation takes it; `type` must be one of the contract's.
    var event: Truth.Event {
        var event = Truth.Event(
            eventType!, app: Truth.Text(app), installation: Self.identifier(installation), id: Self.identifier(id),
            at: effectiveAt, os: system)
        event.occurredAt = occurredAt
        event.receivedAt = receivedAt
        event.sequence = sequence
        event.utcOffset = offset
        event.appVersion = Truth.Text(appVersion.map { String($0.prefix(64)) })
        event.locale = Truth.Text(locale)
        event.deviceModel = Truth.Text(deviceModel)
        event.take(data)
        return event
    }

    /// Repeats the number in both halves, so that ids of small numbers differ at both ends.
    private static func identifier(_ number: UInt64) -> Truth.Identifier {
        Truth.Identifier(high: number << 56 | number, low: number)
    }
}

extension Delivery {
    /// The JSON line.
    var line: String {
        let (name, version) = os.map { ($0.split(separator: " ")[0], $0.split(separator: " ")[1]) } ?? ("", "")
        let members: [(String, String?)] = [
            ("id", quoted(Self.uuid(id))), ("type", quoted(type)), ("app_id", quoted(app)),
            // Some come from a product to which the app gave its installation id.
            (id.isMultiple(of: 5) ? "device_id" : "installation_id", quoted(Self.uuid(installation))),
            ("occurred_at", quoted(occurredAt.text(offset: offset))),
            ("sent_at", sentAt.map { quoted($0.text(offset: offset)) }),
            ("received_at", quoted(receivedAt.text(offset: offset))),
            ("sequence", sequence.map(String.init)),
            ("os", os.map { _ in #"{"name":"\#(name)","version":"\#(version)"}"# }),
            ("app_version", appVersion.map(quoted)), ("locale", locale.map(quoted)),
            ("device_model", deviceModel.map(quoted)),
            ("data", data.isEmpty ? nil : Self.object(data.sorted { $0.key < $1.key }.map { ($0, json($0, $1)) })),
        ]
        return Self.object(members)
    }

    private static func object(_ members: [(String, String?)]) -> String {
        "{" + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    /// Returns a member of `data` as JSON.
    private func json(_ name: String, _ value: String) -> String {
        name == "settings" ? Truth.Settings(value)?.json ?? "{}" : quoted(value)
    }

    private static func uuid(_ number: UInt64) -> String {
        let identifier = identifier(number)
        let halves = (identifier.high.bigEndian, identifier.low.bigEndian)
        return UUID(uuid: unsafeBitCast(halves, to: uuid_t.self)).uuidString.lowercased()
    }
}
