public import Postgres

/// What pages and digests call an app in place of its id: a row of `analytics.app_name`.
public struct AppName: Sendable, Encodable {
    public let appID: String
    public let name: String

    private enum CodingKeys: String, CodingKey {
        case name
        case appID = "app_id"
    }

    /// Sets the name of an app; nil removes it.
    ///
    /// - Throws: `PostgresError` with the constraint `app_name_is_a_short_line` if it is not 1 to 60 characters without
    ///   control characters.
    public static func set(_ name: String?, of app: String, _ connection: borrowing Connection) throws {
        try connection.transaction { connection in
            try connection.execute(delete, [.text(app)])
            if let name { try connection.execute(insert, [.text(app), .text(name)]) }
        }
    }

    /// Returns all names, by app.
    public static func all(_ connection: borrowing Connection) throws -> [AppName] {
        let found = try connection.execute(select)
        return (0..<found.rowCount).compactMap { row in
            found.text(row, 0).flatMap { app in found.text(row, 1).map { AppName(appID: app, name: $0) } }
        }
    }

    private static let delete = Statement(
        "remove app name", "DELETE FROM analytics.app_name WHERE app_name.app_id = $1")

    private static let insert = Statement(
        "set app name", "INSERT INTO analytics.app_name (app_id, name) VALUES ($1, $2)")

    private static let select = Statement(
        "list app names",
        "SELECT app_name.app_id, app_name.name FROM analytics.app_name ORDER BY app_name.app_id")
}
