import EventLog

/// The steps of the pipeline on a database, as commands run them: each shows its progress on standard error.
struct Pipeline {
    let database: Database
    /// Whether nothing is shown.
    let isQuiet: Bool

    init(_ database: Database, isQuiet: Bool) {
        self.database = database
        self.isQuiet = isQuiet
    }
}
