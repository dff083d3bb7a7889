/// The names that another form of events has for the fields of the event format, for the details of rejects: a sender
/// knows only these.
struct FieldNames: Sendable {
    private let names: [String: String]

    /// Creates names. `names`: the name for each field, such as `os` or `os.name`. The name for an object also replaces
    /// it in front of members that have none.
    init(_ names: [String: String]) {
        self.names = names
    }

    /// Returns a reject's detail with these names.
    func translated(_ detail: String) -> String {
        // One field or, if fields are missing, all of them.
        let end = detail.firstMatch(of: /\ (is|are) missing/)?.range.lowerBound
        let fields = end.map { detail[..<$0] } ?? detail.prefix { $0 != " " }
        let words = fields.split(separator: " ").map(named).joined(separator: " ")
        return String((words + detail[fields.endIndex...]).unicodeScalars.prefix(200))
    }

    private func named(_ word: Substring) -> String {
        let path = word.prefix { $0.isLetter || $0 == "_" || $0 == "." }
        if let name = names[String(path)] { return name + word.dropFirst(path.count) }
        let field = path.prefix { $0 != "." }
        guard let name = names[String(field)] else { return String(word) }
        return name + word.dropFirst(field.count)
    }
}
