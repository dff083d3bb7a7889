public import EventLog
public import Events
public import Postgres

/// Maps names of Segment's track calls to event types. The types' own names always work too.
public enum EventAlias {
    /// Returns all aliases with their event types.
    public static func all(_ connection: borrowing Connection) throws -> [String: EventType] {
        let found = try connection.execute(
            Statement("read aliases", "SELECT name, type::text FROM log.event_alias ORDER BY name"))
        var aliases: [String: EventType] = [:]
        for row in 0..<found.rowCount {
            guard let name = found.text(row, 0), let type = found.text(row, 1).flatMap({ EventType(name: $0) }) else {
                continue
            }
            aliases[name] = type
        }
        return aliases
    }

    /// Sets the event type of a name; nil removes the alias.
    public static func set(_ name: String, to type: EventType?, _ connection: borrowing Connection) throws {
        guard let type else {
            try connection.execute(
                Statement("drop alias", "DELETE FROM log.event_alias WHERE name = $1::text"), [.text(name)])
            return
        }
        try connection.execute(
            Statement(
                "set alias",
                """
                INSERT INTO log.event_alias (name, type) VALUES ($1::text, $2::log.event_type)
                ON CONFLICT (name) DO UPDATE SET type = excluded.type
                """),
            [.text(name), .text(type.name)])
    }
}

extension Schema {
    /// Returns whether the database has this program's newest migration. Needs only the rights of the role `ingest`.
    public static func isNewest(_ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("read schema number", "SELECT max(number) FROM log.applied_schema()")
        ).singleInt() == newest
    }
}
