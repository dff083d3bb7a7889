extension Truth {
    /// A table as a CSV file.
    package struct File: Sendable, Equatable {
        /// The file's name, such as `opt_in_by_os.csv`.
        package let name: String

        /// The text.
        package let csv: String

        /// The file of a table, of the names of its columns with spaces between them, and its finished rows.
        init(_ table: String, _ columns: String, _ rows: [[String]]) {
            name = table + ".csv"
            csv = CSV.table(columns, rows)
        }
    }
}
