import EventLog
import Postgres

/// The tables, views and functions of the schema `analytics`, with their descriptions from the comments in the
/// database.
struct DataDictionary: Encodable {
    /// A column of a table or view.
    struct Column: Encodable {
        let name: String
        /// PostgreSQL's name for its type.
        let type: String
        let meaning: String?
    }

    /// A table or view.
    struct Relation: Encodable {
        let name: String
        /// `table` or `view`.
        let kind: String
        let meaning: String?
        var columns: [Column]
    }

    /// A function. The columns of one that returns rows are those of the view of the same name, or are described in
    /// `meaning`.
    struct Function: Encodable {
        let name: String
        /// The name and the parameters with types and defaults.
        let signature: String
        /// `rows`, or PostgreSQL's name for a type.
        let result: String
        let meaning: String?
    }

    /// The comment on the schema.
    let meaning: String?
    /// Ordered by name.
    let relations: [Relation]
    /// Ordered by name, then by parameters.
    let functions: [Function]

    /// Reads the dictionary from the database. Every role may do so.
    static func read(_ connection: borrowing Connection) throws -> DataDictionary {
        let schema = try connection.execute(
            Statement("describe schema", "SELECT obj_description('analytics'::regnamespace, 'pg_namespace')"))
        let functions = try connection.execute(SQLFiles.statement("queries/dictionary_functions.sql"))
        return DataDictionary(
            meaning: schema.text(0, 0), relations: try relations(connection),
            functions: (0..<functions.rowCount).map { row in
                Function(
                    name: functions.text(row, 0) ?? "", signature: functions.text(row, 1) ?? "",
                    result: functions.text(row, 2) ?? "", meaning: functions.text(row, 3))
            })
    }

    private static func relations(_ connection: borrowing Connection) throws -> [Relation] {
        let rows = try connection.execute(SQLFiles.statement("queries/dictionary_columns.sql"))
        var relations: [Relation] = []
        for row in 0..<rows.rowCount {
            let name = rows.text(row, 0) ?? ""
            if relations.last?.name != name {
                relations.append(
                    Relation(name: name, kind: rows.text(row, 1) ?? "", meaning: rows.text(row, 2), columns: []))
            }
            relations[relations.count - 1].columns.append(
                Column(name: rows.text(row, 3) ?? "", type: rows.text(row, 4) ?? "", meaning: rows.text(row, 5)))
        }
        return relations
    }

    /// Returns the functions with this name.
    func functions(named name: String) -> [Function] { functions.filter { $0.name == name } }

    /// The functions that don't share their name with a table or view.
    var otherFunctions: [Function] {
        let names = Set(relations.map(\.name))
        return functions.filter { !names.contains($0.name) }
    }
}
