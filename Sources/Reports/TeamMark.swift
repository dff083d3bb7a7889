public import Pages
public import Postgres

/// What happened on a day, as the team told: a row of `analytics.team_mark`. Trends show it.
public struct TeamMark: Sendable, Encodable {
    /// Its number in the database.
    public let mark: Int
    /// The day as `2026-03-24`.
    public let day: String
    /// The app whose trends show it; nil for all apps.
    public let appID: String?
    public let name: String

    private enum CodingKeys: String, CodingKey {
        case mark, day, name
        case appID = "app_id"
    }

    /// Encodes the columns under their names in `analytics.team_mark`, with null for nil.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(mark, forKey: .mark)
        try row.encode(day, forKey: .day)
        try row.encode(appID, forKey: .appID)
        try row.encode(name, forKey: .name)
    }

    private init(_ found: borrowing QueryResult, _ row: Int) throws {
        mark = try found.int(row, 0) ?? 0
        (day, appID, name) = (found.text(row, 1) ?? "", found.text(row, 2), found.text(row, 3) ?? "")
    }

    /// Stores a mark unless the same one is stored.
    ///
    /// - Parameter name: a line as `isName` allows it.
    public static func add(on day: Day, _ name: String, app: String?, _ connection: borrowing Connection) throws {
        try connection.execute(insert, [.text(day.description), .optional(app), .text(name)])
    }

    /// Returns whether a text can be a mark's name: a line of 1 to 80 characters that are not all white space, without
    /// control characters.
    public static func isName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return (1...80).contains(scalars.count) && !scalars.allSatisfy(\.properties.isWhitespace)
            && scalars.allSatisfy { scalar in
                ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            }
    }

    /// Returns all marks, by day.
    public static func all(_ connection: borrowing Connection) throws -> [TeamMark] {
        let found = try connection.execute(select)
        return try (0..<found.rowCount).map { try TeamMark(found, $0) }
    }

    /// Removes a mark and returns it; nil if there is none with this number.
    public static func remove(_ number: Int, _ connection: borrowing Connection) throws -> TeamMark? {
        let found = try connection.execute(delete, [.int(number)])
        return found.rowCount > 0 ? try TeamMark(found, 0) : nil
    }

    private static let insert = Statement(
        "add mark",
        """
        INSERT INTO analytics.team_mark (day, app_id, name) VALUES ($1::date, $2, $3)
        ON CONFLICT ON CONSTRAINT a_mark_is_stored_once DO NOTHING
        """)

    private static let select = Statement(
        "list marks",
        """
        SELECT own.mark, own.day, own.app_id, own.name
        FROM analytics.team_mark AS own
        ORDER BY own.day, own.mark
        """)

    private static let delete = Statement(
        "remove mark",
        """
        DELETE FROM analytics.team_mark AS own WHERE own.mark = $1::bigint
        RETURNING own.mark, own.day, own.app_id, own.name
        """)
}
