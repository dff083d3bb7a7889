/// The contents of the files `state` and `identity`: one line with this as JSON in the place of an event.
struct StoredState: Sendable, Hashable, Codable {
    /// The id in lower case. Nil if nothing is collected.
    var installation: String?
    /// The app's id in events. Only in `identity`.
    var appID: String?
    /// Nil before the first step, and in `identity`.
    var journey: JourneyState?
    /// The number of events dropped so far, by cause.
    var dropped: [String: Int] = [:]

    var line: [UInt8] { ByteWriter.bytes { $0.line(launch: 0, uptime: 0, [json]) } }

    private enum CodingKeys: String, CodingKey {
        case installation = "installation_id"
        case appID = "app_id"
        case journey, dropped
    }
}

extension StoredState {
    /// Reads a file. Returns nil if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard let object = Line.lines(in: bytes).intact.last?.events.first else { return nil }
        self.init(json: object)
    }
}
