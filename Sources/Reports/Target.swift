public import Postgres

/// A rate that the team wants to reach: a row of `analytics.target`. Trends and digests show it.
public struct Target: Sendable, Encodable {
    /// A rate that can have a target.
    public enum Measure: String, Sendable, Encodable, CaseIterable {
        case optIn = "grant_rate"
        case reach = "reach_rate_28d"

        /// The name in commands.
        public var name: String {
            switch self {
            case .optIn: "opt-in"
            case .reach: "reach"
            }
        }

        /// Returns the rate with this name in commands or in tables; nil if there is none.
        public static func named(_ name: String) -> Measure? {
            allCases.first { $0.name == name || $0.rawValue == name }
        }
    }

    public let measure: Measure
    /// The app; nil for all apps without one of their own.
    public let appID: String?
    /// The rate, a fraction.
    public let value: Double

    private enum CodingKeys: String, CodingKey {
        case measure, value
        case appID = "app_id"
    }

    /// Encodes the columns under their names in `analytics.target`, with null for nil.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(measure, forKey: .measure)
        try row.encode(appID, forKey: .appID)
        try row.encode(value, forKey: .value)
    }

    /// Sets or removes a target.
    ///
    /// - Parameter percent: digits with or without decimals, such as `58.5`, more than 0 and less than 100; nil removes
    ///   the target.
    /// - Throws: `PostgresError` with the constraint `target_is_a_fraction` if it is out of these bounds.
    public static func set(
        _ measure: Measure, to percent: String?, app: String?, _ connection: borrowing Connection
    ) throws {
        try connection.transaction { connection in
            try connection.execute(delete, [.text(measure.rawValue), .optional(app)])
            guard let percent else { return }
            try connection.execute(insert, [.text(measure.rawValue), .optional(app), .text(percent)])
        }
    }

    /// Returns all targets: of each rate that of all apps, then those of single apps.
    public static func all(_ connection: borrowing Connection) throws -> [Target] {
        let found = try connection.execute(select)
        return (0..<found.rowCount).compactMap { row in
            guard let measure = found.text(row, 0).flatMap({ Measure(rawValue: $0) }),
                let value = found.text(row, 2).flatMap({ Double($0) })
            else { return nil }
            return Target(measure: measure, appID: found.text(row, 1), value: value)
        }
    }

    private static let delete = Statement(
        "remove target",
        "DELETE FROM analytics.target WHERE target.measure = $1 AND target.app_id IS NOT DISTINCT FROM $2::text")

    private static let insert = Statement(
        "set target", "INSERT INTO analytics.target (measure, app_id, value) VALUES ($1, $2, $3::numeric / 100)")

    private static let select = Statement(
        "list targets",
        """
        SELECT target.measure, target.app_id, target.value
        FROM analytics.target
        ORDER BY target.measure, target.app_id NULLS FIRST
        """)
}
