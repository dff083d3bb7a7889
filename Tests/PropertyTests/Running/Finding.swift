import Simulation

/// What a playback found other than the reference fold says, or what failed in it.
struct Finding: Sendable, CustomStringConvertible {
    let description: String

    /// Something that failed.
    init(_ description: String) { self.description = description }

    /// nil if both texts of a table are the same.
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
