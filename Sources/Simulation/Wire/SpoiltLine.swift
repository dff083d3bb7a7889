/// A line that the event contract rejects, made from an acceptable event.
struct SpoiltLine {
    /// A member of the JSON object; the value is JSON text.
    private typealias Member = (name: String, value: String)

    private var members: [Member]

    /// Returns the line, including `\n`, with this defect.
    static func bytes(
        _ event: LoggedEvent, of installation: Installation, as delivery: Line, _ defect: Defect
    ) -> [UInt8] {
        var line = SpoiltLine(event, installation, delivery)
        line.spoil(with: defect, receivedAt: delivery.receivedAt)
        let text = Array(line.text.utf8)
        return switch defect {
        case .cutOff: text[..<(text.count / 2)] + [UInt8(ascii: "\n")]
        case .notUTF8: text.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 } + [UInt8(ascii: "\n")]
        default: text + [UInt8(ascii: "\n")]
        }
    }

    /// Creates an acceptable `app_opened` with the identity and time of the event.
    private init(_ event: LoggedEvent, _ installation: Installation, _ delivery: Line) {
        members = [
            ("id", Self.quoted(event.id)),
            ("type", "\"app_opened\""),
            ("app_id", "\"\(Vocabulary.app(installation.app))\""),
            ("installation_id", Self.quoted(installation.id)),
            ("occurred_at", Self.quoted(event.effectiveAt)),
            ("os", "{\"name\":\"iOS\",\"version\":\"18.6\"}"),
            ("received_at", Self.quoted(delivery.receivedAt)),
        ]
    }

    private var text: String {
        "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    private mutating func spoil(with defect: Defect, receivedAt: Microseconds) {
        switch defect {
        case .cutOff: break
        case .notUTF8: members.append(("locale", "\"~\""))
        case .doubleMember: members.append(("type", "\"app_opened\""))
        case .hugeNumber: members.append(("battery", "1e400"))
        case .missingID: members.removeAll { $0.name == "id" }
        case .missingType: members.removeAll { $0.name == "type" }
        case .missingInstallation: replace("installation_id", "null")
        case .missingOccurredAt: members.removeAll { $0.name == "occurred_at" }
        case .missingStatus: replace("type", "\"status_observed\"")
        case .malformedID: replace("id", "\"event-1\"")
        case .malformedTime: replace("occurred_at", "\"2026-04-01 12:00:00Z\"")
        case .malformedVersion: replace("os", "{\"name\":\"iOS\",\"version\":\"eighteen\"}")
        case .negativeSequence: members.append(("sequence", "-1"))
        case .unknownType: replace("type", "\"push_prompt_seen\"")
        case .provisionalBeforeItsTime: startTrialOnIOS11()
        case .fromTheFuture: replace("occurred_at", Self.quoted(receivedAt + 30 * .hour))
        case .beforeTheFirstApps: replace("occurred_at", "\"2001-01-01T00:00:00Z\"")
        case .tooMuchData: members.append(("data", "{\"log\":\"\(String(repeating: "x", count: 8_300))\"}"))
        }
    }

    private mutating func startTrialOnIOS11() {
        replace("type", "\"provisional_started\"")
        replace("os", "{\"name\":\"iOS\",\"version\":\"11.4\"}")
    }

    private mutating func replace(_ name: String, _ value: String) {
        members = members.map { $0.name == name ? (name, value) : $0 }
    }

    private static func quoted(_ id: Truth.Identifier) -> String {
        var buffer = LineBuffer()
        buffer.write(id, upperCase: false)
        return "\"\(String(decoding: buffer.bytes, as: UTF8.self))\""
    }

    private static func quoted(_ time: Microseconds) -> String {
        var buffer = LineBuffer()
        buffer.write(time, WireStyle.collector)
        return "\"\(String(decoding: buffer.bytes, as: UTF8.self))\""
    }
}
