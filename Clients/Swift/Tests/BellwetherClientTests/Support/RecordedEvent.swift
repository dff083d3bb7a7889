@testable import BellwetherClient
import Foundation
import Testing

/// An event as the queue holds it.
struct RecordedEvent: Decodable {
    struct Members: Decodable, Hashable {
        var status: String?
        var experiment: String?
        var answer: String?
        var placement: String?
        var variant: String?
        var options: [String]?
        var delivery: String?
        var source: String?
        var notification_id: String?
        var campaign: String?
        var app_state: String?
        var trigger: String?
        var action: String?
    }

    struct System: Decodable {
        var name: String
        var version: String
    }

    var occurred_at: String
    var id: String
    var type: String
    var app_id: String
    var installation_id: String
    var sequence: Int?
    var os: System
    var app_version: String?
    var data: Members?

    /// Type and data in one line, for comparisons.
    var summary: String {
        let members: [(String, String?)] = [
            ("status", data?.status), ("experiment", data?.experiment), ("answer", data?.answer),
            ("placement", data?.placement), ("variant", data?.variant),
            ("options", data?.options?.joined(separator: "+")), ("delivery", data?.delivery), ("source", data?.source),
            ("id", data?.notification_id), ("campaign", data?.campaign), ("state", data?.app_state),
            ("trigger", data?.trigger), ("action", data?.action),
        ]
        return ([type] + members.compactMap { name, value in value.map { "\(name)=\($0)" } }).joined(separator: " ")
    }
}

extension ModelFileSystem {
    /// The events of the queue in this folder, permission events first, each kind in its order.
    func events(in folder: String) throws -> [RecordedEvent] {
        let segments = snapshot.filter { $0.key.hasPrefix(folder + "/") && $0.key.hasSuffix(".log") }
        let lines = segments.sorted { $0.key > $1.key }.reversed().flatMap { Line.lines(in: $0.value).intact }
        let events = try lines.flatMap(\.events).map { try JSONDecoder().decode(RecordedEvent.self, from: Data($0)) }
        return events.filter { $0.sequence != nil } + events.filter { $0.sequence == nil }
    }
}
