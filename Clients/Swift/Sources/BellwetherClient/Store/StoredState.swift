import Foundation

/// The contents of the files `state` and `identity`: one line with the journey's state (not in `identity`) and, in the place of
/// an event, `{"installation_id":…,"collects":…,"dropped":{…}}`.
struct StoredState: Sendable, Hashable {
    /// Nil while nothing is collected.
    var installation: UUID?
    var journey: JourneyState?
    /// The number of events dropped so far, by cause.
    var dropped: [String: Int] = [:]

    init(installation: UUID?) { self.installation = installation }

    /// Reads a file. Returns nil if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard let line = Line.lines(in: bytes).intact.last, let object = line.events.first,
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(object))
        else { return nil }
        if stored.collects {
            guard let id = stored.installation_id else { return nil }
            installation = id
        }
        journey = JourneyState(json: line.state)
        dropped = stored.dropped
    }

    /// Returns the file's line.
    func line(launch: UInt32) -> [UInt8] {
        let id = installation.map { "\"installation_id\":\"\($0.uuidString.lowercased())\"," } ?? ""
        let counts = dropped.map { "\"\($0.key)\":\($0.value)" }.sorted().joined(separator: ",")
        let object = "{\(id)\"collects\":\(installation != nil),\"dropped\":{\(counts)}}"
        return Line.bytes(launch: launch, uptime: 0, state: journey?.json ?? [], [Array(object.utf8)])
    }

    private struct Stored: Decodable {
        var installation_id: UUID?
        var collects: Bool
        var dropped: [String: Int]
    }
}
