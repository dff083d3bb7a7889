import Events
import TestSupport

/// The JSON text of one event, whose members a test can change before validating it.
struct EventLine: CustomStringConvertible {
    private var members: [(name: String, value: String)]

    /// An `app_opened` with every top-level field of the event contract except `received_at`.
    static let full = EventLine([
        ("id", #""0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55""#),
        ("type", #""app_opened""#),
        ("app_id", #""com.example.shop""#),
        ("installation_id", #""8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b""#),
        ("occurred_at", #""2026-03-01T17:15:30.123+09:00""#),
        ("sent_at", #""2026-03-01T17:15:31.000+09:00""#),
        ("sequence", "17"),
        ("os", #"{"name": "iOS", "version": "17.4.1"}"#),
        ("app_version", #""5.12.0""#),
        ("device_model", #""iPhone15,3""#),
        ("locale", #""ja_JP""#),
        ("data", "{}"),
    ])

    /// An `app_opened` with only the required fields.
    static let least = ["sent_at", "sequence", "app_version", "device_model", "locale", "data"]
        .reduce(full) { $0.without($1) }

    private init(_ members: [(name: String, value: String)]) {
        self.members = members
    }

    /// Returns an event of another type, with `data` if it is given.
    static func of(type: String, data: String? = nil) -> EventLine {
        let line = full.with("type", "\"\(type)\"")
        return data.map { line.with("data", $0) } ?? line.without("data")
    }

    /// Returns the event with member `name` set to the JSON text `value`; a new member is appended.
    func with(_ name: String, _ value: String) -> EventLine {
        var line = self
        if let index = members.firstIndex(where: { $0.name == name }) {
            line.members[index].value = value
        } else {
            line.members.append((name, value))
        }
        return line
    }

    /// Returns the event without the member `name`.
    func without(_ name: String) -> EventLine {
        EventLine(members.filter { $0.name != name })
    }

    /// Returns the JSON text with `text` appended as one more member, unchanged.
    func adding(_ text: String) -> String {
        description.dropLast() + ", " + text + "}"
    }

    /// The JSON text.
    var description: String {
        "{" + members.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
}

extension Timestamp {
    /// 2026-03-02T00:00:00Z, the time of ingest in these tests.
    static let ingest = Timestamp(microseconds: 1_772_409_600_000_000)
}

extension EventValidator {
    /// A validator for files.
    static let files = EventValidator(ingestedAt: .ingest)
    /// A validator for HTTP requests with a key for `com.example.shop`.
    static let server = EventValidator(ingestedAt: .ingest, stamp: .server, appID: "com.example.shop")

    /// Validates the event with this text.
    func validate(_ line: some CustomStringConvertible) -> Validation {
        validate(Array(line.description.utf8))
    }
}

extension Validation {
    /// The reason if it was rejected.
    var reason: RejectReason? { reject?.reason }
}

extension Event {
    /// The expected result of accepting `EventLine.full` from a file.
    static let ofFullLine = Event(
        id: EventUUID(high: 0x0191_e2c4_5b7a_7c3e, low: 0x9a41_3f6d_2b8e_1c55), type: .appOpened,
        appID: "com.example.shop",
        installationID: EventUUID(high: 0x8f14_e45f_ceea_467f, low: 0xa9b1_1c2d_3e4f_5a6b),
        occurredAt: Timestamp(microseconds: 1_772_352_930_123_000), occurredOffset: 540,
        sentAt: Timestamp(microseconds: 1_772_352_931_000_000), receivedAt: .ingest,
        effectiveAt: Timestamp(microseconds: 1_772_352_930_123_000), sequence: 17,
        os: OperatingSystem(name: .iOS, major: 17, minor: 4, patch: 1), appVersion: "5.12.0",
        deviceModel: "iPhone15,3", locale: "ja_JP")
}

/// Returns the accepted event; nil if the line is rejected.
func accepted(_ line: some CustomStringConvertible, by validator: EventValidator = .files) -> Event? {
    validator.validate(line).event
}

/// Returns the reject reason; nil if the line is accepted.
func reason(_ line: some CustomStringConvertible, by validator: EventValidator = .files) -> RejectReason? {
    validator.validate(line).reason
}

/// Returns the reason and the first word of the detail, which names the first missing or malformed field.
func complaint(_ line: some CustomStringConvertible, by validator: EventValidator = .files) -> String? {
    validator.validate(line).reject.map { "\($0.reason.rawValue) \($0.detail.prefix { $0 != " " && $0 != "," })" }
}
