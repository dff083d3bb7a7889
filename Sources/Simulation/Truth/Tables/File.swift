extension Truth {
    /// A CSV file of a table.
    package struct File: Sendable, Equatable {
        /// The file name, for example `opt_in_by_os.csv`.
        package let name: String

        /// The file's text.
        package let csv: String

        /// Creates the file of a table; `columns` lists the column names separated by spaces, `rows` have formatted
        /// cells.
        init(_ table: String, _ columns: String, _ rows: [[String]]) {
            name = table + ".csv"
            csv = CSV.table(columns, rows)
        }

        /// Creates the file of a table in which rows of fewer people than the minimum cell are blank.
        init(_ table: String, _ columns: String, _ rows: [CountedRow], minimumCell: Int) {
            self.init(table, columns, rows.cells(minimumCell: minimumCell))
        }
    }
}
