/// Why the schema of a database can't be used by this program.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that says what is wrong, with what, and what to do.
    public let description: String

    static func newer(_ found: Int, than known: Int) -> SchemaError {
        SchemaError(
            description: """
                The database has schema \(found), this program knows schemas up to \(known): \
                use the program that migrated it, or a newer one.
                """)
    }

    static func edited(_ path: String) -> SchemaError {
        SchemaError(
            description: """
                The migration sql/\(path) is not the one that was applied to this database: \
                restore the file, and put the change into a new migration.
                """)
    }
}
