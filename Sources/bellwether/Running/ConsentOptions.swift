import ArgumentParser
import Glibc

/// The options of commands that can't be undone, and the question that these ask on a terminal.
struct ConsentOptions: ParsableArguments {
    @Flag(help: "Don't ask for confirmation.")
    var yes = false

    @Flag(help: "Say what would go, and change nothing.")
    var dryRun = false

    func validate() throws {
        if yes && dryRun { throw ValidationError("--yes and --dry-run can't be combined.") }
    }

    /// Whether somebody is there to answer.
    private static var isOnTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Returns whether the command is to go on. With `--dry-run` prints what would go, and returns false. On a terminal
    /// shows it and asks. Otherwise returns true and does not look.
    ///
    /// - Throws: `Failure` if the answer is not yes.
    func isGiven<Expected: Forecast>(
        _ output: OutputOptions, of forecast: () async throws -> Expected
    ) async throws -> Bool {
        guard dryRun || !yes && Self.isOnTerminal else { return true }
        let forecast = try await forecast()
        guard !dryRun else {
            try output.json ? Console.result(json: forecast) : Console.result(forecast.text)
            return false
        }
        Console.note(forecast.text)
        Console.aside("This can't be undone. Go on? [y/N] ")
        guard ["y", "yes"].contains(try Self.answer()) else {
            throw Failure(status: 130, description: "Nothing was changed.")
        }
        return true
    }

    /// Waits for a line on the terminal, and returns it in lowercase.
    private static func answer() throws -> String {
        // Poll, so that Ctrl-C takes effect while waiting.
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&request, 1, 200) == 0
        let size = 256
        var line = [UInt8](repeating: 0, count: size)
        let count = read(STDIN_FILENO, &line, size)
        return String(decoding: line.prefix(max(count, 0)), as: UTF8.self).lowercased().filter(\.isLetter)
    }
}

/// What a command that can't be undone would delete.
protocol Forecast: Encodable {
    /// The forecast as lines of text.
    var text: String { get }
}

extension Int {
    /// The number with a noun, such as "1 event" or "2,000 events".
    func of(_ one: String, _ many: String) -> String { "\(grouped) \(self == 1 ? one : many)" }
}
