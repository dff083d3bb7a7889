import EventLog
import Postgres

/// What a report does if the database is distributed over a cluster, where each part commits its steps separately.
enum ReportParts {
    /// Makes what parts need for readers where it is missing, for instance after one was moved to another node; the report's
    /// own transaction is read-only. Returns whether the database is distributed.
    static func prepare(_ connection: borrowing Connection) throws -> Bool {
        try Parts.prepareForReaders(connection)
        return try Parts.areThere(connection)
    }

    /// Waits for a step, and for a part that is being moved, and keeps further ones from beginning until the transaction ends,
    /// so that all parts are read at one position. The lock comes before the transaction's snapshot.
    static func share(_ connection: borrowing Connection) throws {
        try connection.execute(Statement("share parts", "LOCK TABLE parts.lock IN SHARE MODE"))
        try connection.execute(Statement("hold places", "SELECT parts.hold_places()"))
    }
}
