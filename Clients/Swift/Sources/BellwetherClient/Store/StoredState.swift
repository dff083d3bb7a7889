package import Foundation

/// What the files `state` and `identity` hold: one line, whose state is the journey's and whose only event is
/// `{"installation_id":…,"collects":…,"dropped":{…}}`. `identity` has no journey.
package struct StoredState: Sendable, Hashable {
    /// Nil while nothing is collected.
    package var installation: UUID?
    package var journey: JourneyState?
    /// The number of events dropped so far, by cause.
    package var dropped: [Diagnostic.DropCause: Int] = [:]

    package init(installation: UUID?, journey: JourneyState? = nil) {
        self.installation = installation
        self.journey = journey
    }

    /// Reads a file. Returns nil if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard let line = Line.lines(in: bytes).intact.last, let object = line.events.first,
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(object))
        else { return nil }
        if stored.collects {
            guard let id = stored.installation_id.flatMap(UUID.init(uuidString:)) else { return nil }
            installation = id
        }
        journey = JourneyState(json: line.state)
        for (cause, count) in stored.dropped ?? [:] {
            if let cause = Diagnostic.DropCause(rawValue: cause) { dropped[cause] = count }
        }
    }

    /// The file's line.
    func line(launch: UInt32) -> [UInt8] {
        let id = installation.map { "\"installation_id\":\"\($0.uuidString.lowercased())\"," } ?? ""
        let counts = dropped.map { "\"\($0.key.rawValue)\":\($0.value)" }.sorted().joined(separator: ",")
        var line = LineWriter()
        line.begin(launch: launch, uptime: 0, state: journey?.json ?? [])
        line.add(Array("{\(id)\"collects\":\(installation != nil),\"dropped\":{\(counts)}}".utf8))
        line.end()
        return line.bytes
    }

    private struct Stored: Decodable {
        var installation_id: String?
        var collects: Bool
        var dropped: [String: Int]?
    }
}
