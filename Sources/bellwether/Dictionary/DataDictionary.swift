import EventLog
import Postgres

/// What the schema `analytics` holds and what it means, as the comments in the database say.
struct DataDictionary: Encodable {
    /// A column of a table or view.
    struct Column: Encodable {
        let name: String
        /// PostgreSQL's name of its type.
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

    /// A function; one that gives rows has the columns of the view of its name, or names them in its meaning.
    struct Function: Encodable {
        let name: String
        /// Its name with its parameters, their types and defaults.
        let signature: String
        /// `rows`, or PostgreSQL's name of a type.
        let result: String
        let meaning: String?
    }

    /// What the schema's own comment says.
    let meaning: String?
    /// By name.
    let relations: [Relation]
    /// By name, then by parameters.
    let functions: [Function]

    /// Reads it, with the rights of any role.
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

    /// The functions of a name.
    func functions(named name: String) -> [Function] { functions.filter { $0.name == name } }

    /// The functions whose name no table or view has.
    var otherFunctions: [Function] {
        let names = Set(relations.map(\.name))
        return functions.filter { !names.contains($0.name) }
    }
}
