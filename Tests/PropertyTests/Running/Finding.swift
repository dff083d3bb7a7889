import Simulation

/// A difference from the reference implementation, or an error during a playback.
struct Finding: Sendable, CustomStringConvertible {
    let description: String

    /// Creates the finding for an error.
    init(_ description: String) { self.description = description }

    /// Compares a table with its expected text; nil if they are equal.
    init?(in file: Truth.File, asked question: History.Question, actual: String?) {
        guard file.csv != actual else { return nil }
        let expected = file.csv.split(separator: "\n")
        let actual = (actual ?? "").split(separator: "\n")
        let place = zip(expected, actual).prefix { $0 == $1 }.count
        func line(_ lines: [Substring]) -> String { place < lines.count ? String(lines[place]) : "(no such line)" }
        description = """
            \(file.name), line \(place + 1), asked \(question)
              columns:  \(expected[0])
              expected: \(line(expected))
              actual:   \(line(actual))
            """
    }
}

extension History.Question: CustomStringConvertible {
    var description: String {
        func date(_ day: Int?) -> String {
            day.map { String((Microseconds($0) * .day).text().prefix(10)) } ?? "the default"
        }
        return "as of \(asOf?.text() ?? "the latest"), from \(date(from)) to \(date(to))"
    }
}
