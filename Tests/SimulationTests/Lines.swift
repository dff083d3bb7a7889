import Foundation
import Simulation

/// Returns the lines of a simulation without their newlines.
func lines(of simulation: Simulation) -> [[UInt8]] {
    var bytes: [UInt8] = []
    simulation.writeEvents { bytes += $0 }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map(Array.init)
}

/// A line parsed as the event contract says, as far as the simulator's lines need it. The initializer returns nil if
/// the contract rejects the line.
struct ReadEvent {
    var type: String
    var app: String
    var installation: UUID
    var id: UUID
    var occurredAt: Microseconds
    var effectiveAt: Microseconds
    var receivedAt: Microseconds
    /// The UTC offset of `occurred_at` in minutes.
    var utcOffset: Int
    var sequence: Int?
    var os: Truth.OperatingSystem?
    var appVersion: String?
    var locale: String?
    var data: [String: Any]

    /// The fields that identify an event: two deliveries that agree in them are duplicates.
    var identity: [AnyHashable] { [app, installation, id, occurredAt] }

    /// The fields that identify an installation.
    var owner: [AnyHashable] { [app, installation] }

    init?(_ line: [UInt8]) {
        guard let object = ReadEvent.object(line), let type = object["type"] as? String,
            types.contains(type), let app = object["app_id"] as? String,
            let id = (object["id"] as? String).flatMap(UUID.init(uuidString:)),
            let installation = (object["installation_id"] as? String).flatMap(UUID.init(uuidString:)),
            let occurredAt = time(object["occurred_at"]), let receivedAt = time(object["received_at"])
        else { return nil }
        (self.type, self.app, self.id, self.installation) = (type, app, id, installation)
        (self.occurredAt, self.receivedAt) = (occurredAt, receivedAt)
        let error = time(object["sent_at"]).map { receivedAt - $0 } ?? 0
        effectiveAt = occurredAt + (abs(error) > 60_000_000 ? error : 0)
        utcOffset = offset(of: object["occurred_at"] as? String ?? "")
        sequence = object["sequence"] as? Int
        os = (object["os"] as? [String: String]).flatMap(ReadEvent.system)
        appVersion = object["app_version"] as? String
        locale = object["locale"] as? String
        data = object["data"] as? [String: Any] ?? [:]
        guard isAcceptable else { return nil }
    }

    private var isAcceptable: Bool {
        let hasSystem = os != nil || type == "notification_sent"
        let isTimely = effectiveAt <= receivedAt + 86_400_000_000 && effectiveAt >= 1_199_145_600_000_000
        let isPossible = !type.hasPrefix("provisional") && data["status"] as? String != "provisional"
        let hasStatus = type != "status_observed" || data["status"] is String
        let hasNotification =
            !["notification_sent", "notification_received"].contains(type) || data["notification_id"] is String
        return hasSystem && isTimely && (isPossible || os!.major >= 12) && hasStatus && hasNotification
            && sequence ?? 0 >= 0
    }

    /// The event as the reference implementation takes it.
    var event: Truth.Event {
        let place = types.firstIndex(of: type)!
        var event = Truth.Event(
            Truth.EventType(rawValue: UInt8(place))!, app: Truth.Text(app),
            installation: Truth.Identifier(installation), id: Truth.Identifier(id), at: effectiveAt, os: os)
        (event.occurredAt, event.receivedAt, event.sequence) = (occurredAt, receivedAt, sequence)
        event.appVersion = Truth.Text(appVersion)
        event.locale = Truth.Text(locale)
        event.status = text("status").flatMap(Truth.Status.init) ?? .unknown
        event.kept = ["prominent": .prominent, "quiet": .quiet][text("delivery")] ?? .unspecified
        event.placement = Truth.Text(text("placement"))
        event.variant = Truth.Text(text("variant"))
        event.notification = Truth.Text(text("notification_id"))
        event.campaign = Truth.Text(text("campaign"))
        event.trigger = Truth.Text(text("trigger"))
        event.appState = Truth.Text(text("app_state"))
        event.utcOffset = utcOffset
        return event
    }

    private func text(_ name: String) -> String? { data[name] as? String }

    /// Parses a line. Foundation accepts some things that the contract rejects, so these are searched for in the text.
    private static func object(_ line: [UInt8]) -> [String: Any]? {
        guard let text = String(validating: line, as: UTF8.self), text.components(separatedBy: "\"type\":").count < 3,
            !text.contains(":1e400"), text.utf8.count < 8_192
        else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    }

    private static func system(_ os: [String: String]) -> Truth.OperatingSystem? {
        let names = ["ios": "iOS", "ipados": "iPadOS", "android": "Android", "web": "web"]
        guard let name = os["name"].flatMap({ names[$0.lowercased()] }),
            let version = os["version"]?.split(separator: " ").first?.split(separator: ".").map({ Int($0) }),
            let major = version.first ?? nil
        else { return nil }
        return Truth.OperatingSystem(name: name, major: major, minor: version.count > 1 ? version[1] ?? 0 : 0)
    }
}

/// The event types, in the order of the contract's table.
let types = [
    "prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
    "provisional_turned_off", "status_observed", "settings_prompt_shown", "settings_opened", "notification_sent",
    "notification_received", "notification_opened", "app_opened",
]

/// Parses an RFC 3339 time to the microsecond; nil if it isn't one. Much faster than Foundation's parser.
func time(_ value: Any?) -> Microseconds? {
    guard let text = value as? String else { return nil }
    let bytes = Array(text.uppercased().utf8)
    func number(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bytes[$1]) - 48 }
    }
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"),
        let mark = bytes[19...].firstIndex(where: { "Z+-".utf8.contains($0) })
    else { return nil }
    let day = dayNumber(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    let seconds = ((day * 24 + number(11..<13)) * 60 + number(14..<16)) * 60 + number(17..<19)
    let offset = bytes[mark] == UInt8(ascii: "Z") ? 0 : number(mark + 1..<mark + 3) * 60 + number(mark + 4..<mark + 6)
    let ahead = bytes[mark] == UInt8(ascii: "-") ? -offset : offset
    let digits = bytes[19..<mark].dropFirst().prefix(6)
    let fraction = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    let scale = (digits.count..<6).reduce(1) { product, _ in product * 10 }
    return Microseconds(seconds - ahead * 60) * 1_000_000 + Microseconds(fraction * scale)
}

/// Returns the UTC offset of an RFC 3339 time in minutes.
func offset(of text: String) -> Int {
    guard let sign = text.last(where: { "Zz+-".contains($0) }), sign == "+" || sign == "-" else { return 0 }
    let parts = text.suffix(5).split(separator: ":").compactMap { Int($0) }
    return (sign == "-" ? -1 : 1) * (parts[0] * 60 + parts[1])
}

/// Returns the days since 1970-01-01, counted month by month to be independent of the simulator's arithmetic.
private func dayNumber(year: Int, month: Int, day: Int) -> Int {
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let years = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    return years + lengths[..<(month - 1)].reduce(0, +) + day - 1
}

extension Truth.Identifier {
    init(_ id: UUID) {
        let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes[..<8]), low: number(bytes[8...]))
    }
}
