import EventLog

extension DataDictionary.Relation {
    /// How to use a table: what of it may be added up, and a query.
    struct Use: Encodable {
        /// Which columns may be added, and over what.
        let sums: String
        /// A query that an analyst can run.
        let example: String
    }

    /// Nil if nothing is said about a table of this name.
    var use: Use? { SQLFiles.catalogue.table(name).map { Use(sums: $0.sums, example: $0.example) } }

    /// What identifies a row, and what may be added up.
    var usage: String {
        let grain = key.map { "`\($0)`" }.joined(separator: ", ")
        return (key.isEmpty ? "No columns identify a row." : "Key: \(grain).")
            + (use.map { " Adds up: \($0.sums)" } ?? "")
    }
}
