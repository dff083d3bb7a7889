import ArgumentParser
import EventLog
import Foundation
import Postgres

/// `bellwether dictionary`
struct DictionaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dictionary",
        abstract: "Describe the tables, views and functions of the schema analytics.",
        discussion: """
            Prints the comments in the database, or writes them to --out. The format dbt is a file of dbt's `sources`, \
            with the data tests that hold for each column.

            Example:  bellwether dictionary --out dictionary.md
                      bellwether dictionary --format dbt --out models/bellwether.yml
                      bellwether dictionary --json
            """)

    /// The format of the page.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case markdown, dbt
    }

    @Option(help: "The format: markdown or dbt.")
    var format = Format.markdown

    @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var out: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let dictionary = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .analyst)
            let dictionary = try await session.run { try DataDictionary.read($0) }
            await session.close()
            return dictionary
        }
        if output.json { return try Console.result(json: dictionary) }
        let page =
            switch format {
            case .markdown: dictionary.markdown
            case .dbt: dictionary.dbt
            }
        guard let out else { return try Console.result(bytes: Array(page.utf8)) }
        do {
            try Data(page.utf8).write(to: URL(fileURLWithPath: out), options: .atomic)
        } catch {
            throw Failure.output(out, errno)
        }
    }
}
