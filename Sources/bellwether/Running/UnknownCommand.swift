import ArgumentParser

/// A word of the command line that should name a command and does not.
struct UnknownCommand {
    /// The existing commands before the word, from the program's name on.
    private let path: [String]
    private let word: String
    /// The commands that could stand in its place.
    private let candidates: [String]

    /// Finds the word in a command line, which begins with the program's name. Nil if there is none, or if the word may
    /// be an argument of the command that is meant where none is named.
    init?(in arguments: [String]) {
        var words = arguments.dropFirst()
        if words.first == "help" { words = words.dropFirst() }
        var command: any ParsableCommand.Type = Bellwether.self
        var path = [command._commandName]
        for word in words {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let next = subcommands.first(where: { $0._commandName == word }) else {
                let candidates = subcommands.map { $0._commandName }
                let isArgument = command.configuration.defaultSubcommand != nil && word.closest(in: candidates) == nil
                if isArgument { return nil }
                (self.path, self.word, self.candidates) = (path, word, candidates)
                return
            }
            command = next
            path.append(word)
        }
        return nil
    }

    var failure: Failure {
        let written = (path.dropFirst() + [word]).joined(separator: " ")
        let before = path.joined(separator: " ")
        let advice =
            word.closest(in: candidates).map { "did you mean `\(before) \($0)`?" }
            ?? "`\(before) --help` lists the commands."
        return .usage("There is no command \(written): \(advice)")
    }
}

extension String {
    /// Returns the candidate that this word abbreviates, or from which it differs by the fewest typing errors, at most
    /// one in three letters. Nil if there is none.
    func closest(in candidates: [String]) -> String? {
        if count > 2, let whole = candidates.first(where: { $0.hasPrefix(self) }) { return whole }
        let near = candidates.map { (word: $0, errors: typingErrors(to: $0)) }.min { $0.errors < $1.errors }
        return near.flatMap { $0.errors <= Swift.max(1, count / 3) ? $0.word : nil }
    }

    /// Returns the optimal string alignment distance: how many letters to insert, delete, replace, or swap with the next.
    func typingErrors(to other: String) -> Int {
        let (own, other) = (Array(self), Array(other))
        var rows = [Array(0...other.count)]
        for i in 1..<(own.count + 1) {
            var row = [i]
            for j in 1..<(other.count + 1) {
                let replaced = rows[i - 1][j - 1] + (own[i - 1] == other[j - 1] ? 0 : 1)
                row.append(Swift.min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced))
                if i > 1, j > 1, own[i - 1] == other[j - 2], own[i - 2] == other[j - 1] {
                    row[j] = Swift.min(row[j], rows[i - 2][j - 2] + 1)
                }
            }
            rows.append(row)
        }
        return rows[own.count][other.count]
    }
}
