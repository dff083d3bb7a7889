import Postgres

/// Settings that were asked for and are not yet in force.
enum PendingSettings {
    /// Whether a rebuild with other settings is asked for.
    static func areThere(_ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("count pending settings", "SELECT count(*) FROM projection.pending_setting")
        ).singleInt() > 0
    }
}
