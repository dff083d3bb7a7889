import Postgres

/// Why this program can't use the schema of a database.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence: what is wrong, with what, and what to do.
    public let description: String

    static func newer(_ found: Int, than known: Int) -> SchemaError {
        SchemaError(
            description: """
                The database has schema \(found), but this program knows schemas only up to \(known): \
                use the program that migrated it, or a newer one.
                """)
    }

    /// `found`: the setting `server_version_num`.
    static func server(_ found: Int, least: Int) -> SchemaError {
        SchemaError(
            description: """
                The server is PostgreSQL \(found / 10_000), but the schema needs \(least) or later: \
                upgrade it, or name a database on another server.
                """)
    }

    static func encoding(_ found: String) -> SchemaError {
        SchemaError(
            description: """
                The database's encoding is \(found), which can't store every name: create one with ENCODING 'UTF8' and \
                use it instead.
                """)
    }

    /// `login`: quoted for SQL.
    static func lacking(_ role: Role, _ login: String, isMember: Bool) -> SchemaError {
        SchemaError(
            description: isMember
                ? "The role \(role.rawValue) lacks its rights: run `bellwether doctor --grant` as the owner of the database."
                : """
                The database user \(login) lacks the role \(role.rawValue), which this command needs: run GRANT \
                \(role.rawValue) TO \(login); as a superuser, or connect as the owner of the database.
                """)
    }

    static func closed(_ error: PostgresError) -> SchemaError {
        SchemaError(
            description: """
                The database lacks a part of this program's schema, and the database user may not add it \
                (\(error.message)): run any command once as the owner of the database, such as `bellwether status`.
                """)
    }

    static func foreign(_ error: PostgresError) -> SchemaError {
        SchemaError(
            description: """
                The database has a schema with one of Bellwether's names that Bellwether did not make \
                (\(error.message)): make a database for Bellwether alone, and name it in --database-url or DATABASE_URL.
                """)
    }

    static let unreleased = SchemaError(
        description: """
            The database was made by a version before 0.1.0, whose tables this program can't read: \
            make a new database and ingest the event files again, or use the program that made it.
            """)

    static func edited(_ path: String) -> SchemaError {
        SchemaError(
            description: """
                The migration sql/\(path) is not the one that was applied to this database: \
                restore the file, and put the change into a new migration.
                """)
    }
}
