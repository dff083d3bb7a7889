public import Postgres

/// A parameter of the metrics that belongs to the database, or its retention.
public enum Setting: String, Sendable, CaseIterable {
    /// Where a day begins and ends: a name of the IANA time zone database.
    case timeZone = "time_zone"
    /// Longest time from a first prompt to the decision that counts.
    case conversionWindow = "conversion_window"
    /// Longest time from a send to the open that counts as direct.
    case openWindow = "open_window"
    /// Longest time from a send to an app open that counts as influenced.
    case influenceWindow = "influence_window"
    /// How many months of engagement events are kept; `all` of them by default.
    case engagementMonths = "engagement_months"

    /// A setting with its value, and what it will be once everything is rebuilt with it.
    public struct Value: Sendable, Encodable {
        public let name: String
        public let value: String
        /// nil where nothing is pending.
        public let pending: String?
    }

    /// The column of `projection.settings`.
    private var column: String {
        switch self {
        case .timeZone, .engagementMonths: rawValue
        case .conversionWindow, .openWindow, .influenceWindow: rawValue + "_seconds"
        }
    }

    /// The setting of a name, in which `-` may stand for `_`. Throws where there is none.
    public static func named(_ name: String) throws(ProjectionError) -> Setting {
        if let setting = Setting(rawValue: name.replacing("-", with: "_")) { return setting }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        throw ProjectionError.setting("There is no setting \(name); there is: \(known).")
    }

    /// All settings, in their order.
    public static func all(_ connection: borrowing Connection) throws -> [Value] {
        try allCases.map { try $0.read(connection) }
    }

    /// Sets the value. One that numbers were computed with is pending until `project` has rebuilt them.
    ///
    /// - Throws: `ProjectionError` where the setting can't have the value.
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

    /// As a person writes it.
    private func shown(_ stored: String?) -> String {
        switch self {
        case .timeZone: stored ?? ""
        case .conversionWindow, .openWindow, .influenceWindow:
            stored.flatMap { Int($0) }.map { SettingDuration(seconds: $0).description } ?? ""
        case .engagementMonths: stored ?? "all"
        }
    }

    /// As it is stored.
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

    /// By any case, without the machine's own zone, which differs between machines.
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

    /// Who sets a value back to what is in force asks for nothing.
    private static let dropEqual = Statement(
        "drop equal",
        """
        DELETE FROM projection.pending_setting AS pending
        USING projection.settings
        WHERE to_jsonb(settings) ->> pending.name = pending.value
        """)
}
