public import Postgres

/// A parameter that is stored in the database: of the metrics, or the retention period.
public enum Setting: String, Sendable, CaseIterable {
    /// The time zone of days, as a name in the IANA time zone database.
    case timeZone = "time_zone"
    /// The longest time from a first prompt to the decision that counts.
    case conversionWindow = "conversion_window"
    /// The longest time from a send to the open that counts as direct.
    case openWindow = "open_window"
    /// The longest time from a send to an app open that counts as influenced.
    case influenceWindow = "influence_window"
    /// The number of months for which engagement events are kept; `all` by default.
    case engagementMonths = "engagement_months"

    /// A setting with its value in force and its pending value.
    public struct Value: Sendable, Encodable {
        public let name: String
        public let value: String
        /// The value that is in force after the next rebuild; nil if none is pending.
        public let pending: String?
    }

    private var column: String {
        switch self {
        case .timeZone, .engagementMonths: rawValue
        case .conversionWindow, .openWindow, .influenceWindow: rawValue + "_seconds"
        }
    }

    /// Returns the setting with this name; `-` and `_` are equivalent. Throws if there is none.
    public static func named(_ name: String) throws(ProjectionError) -> Setting {
        let bytes = name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
        if let setting = Setting(rawValue: String(decoding: bytes, as: UTF8.self)) { return setting }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        throw ProjectionError.setting("There is no setting \(name): name one of \(known).")
    }

    /// Reads all settings, in the order of the cases.
    public static func all(_ connection: borrowing Connection) throws -> [Value] {
        try allCases.map { try $0.read(connection) }
    }

    /// Sets the value. A time zone or window is pending until `project` has rebuilt the tables with it.
    ///
    /// - Throws: `ProjectionError` if the setting can't have this value.
    public func set(_ text: String, _ connection: borrowing Connection) throws {
        let stored = try stored(text, connection)
        try connection.transaction { connection in
            if self == .engagementMonths {
                try connection.execute(Self.setMonths, [stored])
            } else {
                try connection.execute(Self.setPending, [.text(column), stored])
                try connection.execute(Self.dropEqual)
            }
        }
    }

    private func read(_ connection: borrowing Connection) throws -> Value {
        let found = try connection.execute(Self.readOne, [.text(column)])
        return Value(
            name: rawValue, value: shown(found.text(0, 0)), pending: found.text(0, 1).map { shown($0) })
    }

    /// Converts a stored value to the form in which users write it.
    private func shown(_ stored: String?) -> String {
        switch self {
        case .timeZone: stored ?? ""
        case .conversionWindow, .openWindow, .influenceWindow:
            stored.flatMap { Int($0) }.map { SettingDuration(seconds: $0).description } ?? ""
        case .engagementMonths: stored ?? "all"
        }
    }

    /// Converts a value from the form in which users write it, and validates it.
    private func stored(_ text: String, _ connection: borrowing Connection) throws -> Parameter {
        switch self {
        case .timeZone:
            let zone = try connection.execute(Self.findZone, [.text(text)])
            if zone.rowCount == 1 { return .optional(zone.text(0, 0)) }
            throw ProjectionError.setting("There is no time zone \(text): give a name such as Europe/Berlin or UTC.")
        case .conversionWindow, .openWindow, .influenceWindow:
            if let duration = SettingDuration(text) { return .int(duration.seconds) }
            throw ProjectionError.setting(
                "\(rawValue) can't be \(text): give a whole number with its unit, such as 7d, 36h, 90m or 45s."
            )
        case .engagementMonths:
            if text == "all" { return .null }
            if let months = Int(text), (1...1_200).contains(months) { return .int(months) }
            throw ProjectionError.setting(
                "engagement_months can't be \(text): give a whole number of months from 1, or all.")
        }
    }

    /// Ignores case. Excludes names of the server machine's own zone, which differs between machines.
    private static let findZone = Statement(
        "find time zone",
        """
        SELECT zone.name
        FROM pg_timezone_names AS zone
        WHERE lower(zone.name) = lower($1)
            AND zone.name !~ '^(posix|right)/' AND zone.name NOT IN ('localtime', 'posixrules', 'Factory')
        """)

    private static let readOne = Statement(
        "read setting",
        """
        SELECT
            to_jsonb(settings) ->> $1,
            (SELECT pending.value FROM projection.pending_setting AS pending WHERE pending.name = $1)
        FROM projection.settings
        """)

    private static let setMonths = Statement(
        "set retention", "UPDATE projection.settings SET engagement_months = $1::integer")

    private static let setPending = Statement(
        "set pending",
        """
        INSERT INTO projection.pending_setting (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """)

    /// Removes pending values that equal those in force.
    private static let dropEqual = Statement(
        "drop equal",
        """
        DELETE FROM projection.pending_setting AS pending
        USING projection.settings
        WHERE to_jsonb(settings) ->> pending.name = pending.value
        """)
}
