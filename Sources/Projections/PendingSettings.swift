import Postgres

/// Settings that were changed but are not in force until the next rebuild.
enum PendingSettings {
    /// Returns whether any setting is pending.
    static func areThere(_ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("count pending settings", "SELECT count(*) FROM projection.pending_setting")
        ).singleInt() > 0
    }
}
