import Pages
import Postgres

/// The weeks whose digest was posted, of all apps or of one: rows of `analytics.weekly_digest`.
struct PostedWeeks {
    let session: Session
    let run: Int
    /// The only app of the run's report; nil if it covers all apps.
    let app: String?

    /// Notes, before it is posted, that the digest of the week that begins on this Monday is. So no later run posts it
    /// again, however this one ends. Returns false if that of this week or of a later one was noted before.
    func add(_ monday: Day) async throws -> Bool {
        try await session.run { [self] connection in
            try connection.execute(Self.insert, [.text(monday.description), .optional(app), .int(run)]).rowCount > 0
        }
    }

    /// Removes the note, because the digest was not delivered.
    func remove(_ monday: Day) async throws {
        try await session.run { [self] connection in
            _ = try connection.execute(Self.delete, [.text(monday.description), .optional(app)])
        }
    }

    private static let insert = Statement(
        "note week",
        """
        INSERT INTO analytics.weekly_digest (week, app_id, run)
        SELECT $1::date, $2::text, $3::bigint
        WHERE NOT EXISTS (
            SELECT FROM analytics.weekly_digest AS posted
            WHERE posted.week >= $1::date AND posted.app_id IS NOT DISTINCT FROM $2::text
        )
        RETURNING week
        """)

    private static let delete = Statement(
        "remove week",
        """
        DELETE FROM analytics.weekly_digest AS posted
        WHERE posted.week = $1::date AND posted.app_id IS NOT DISTINCT FROM $2::text
        """)
}
