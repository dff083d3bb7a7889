import ArgumentParser
import EventLog
import Events

/// Which quarantined deliveries a command is about, by what is known of them.
struct QuarantineFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only those rejected for this reason, such as unknown_type.", valueName: "reason"),
        transform: reason(named:))
    var reason: RejectReason?

    @Option(help: ArgumentHelp("Only those of this source; one that ends in * is a beginning.", valueName: "path"))
    var source: String?

    @Option(
        help: ArgumentHelp("Only those received then or later, such as 2026-03-01T00:00:00Z.", valueName: "time"),
        transform: moment(at:))
    var since: Timestamp?

    @Option(help: ArgumentHelp("Only those received before.", valueName: "time"), transform: moment(at:))
    var until: Timestamp?

    /// Whether any of them was given.
    var isEmpty: Bool { reason == nil && source == nil && since == nil && until == nil }

    func validate() throws {
        if let since, let until, until < since {
            throw ValidationError("--until lies before --since, and no delivery between them: exchange the two.")
        }
    }

    /// The filter, for deliveries in a state; nil for all.
    func filter(state: QuarantineState?) -> QuarantineFilter {
        var filter = QuarantineFilter(state: state)
        filter.reason = reason
        filter.source = source.map(QuarantineFilter.SourcePattern.init)
        filter.since = since
        filter.until = until
        return filter
    }

    private static func reason(named name: String) throws -> RejectReason {
        guard let reason = RejectReason(rawValue: name) else {
            let names = RejectReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no reason '\(name)': name one of \(names).")
        }
        return reason
    }

    private static func moment(at text: String) throws -> Timestamp {
        guard let moment = Timestamp(rfc3339: text) else {
            throw ValidationError("'\(text)' is no time by RFC 3339, such as 2026-03-01T00:00:00Z.")
        }
        return moment
    }
}

/// Which quarantined deliveries a command changes: some by their ids, or all, or what a filter describes.
struct QuarantineSelection: ParsableArguments {
    @Argument(help: ArgumentHelp("Ids, as `quarantine list` shows them.", valueName: "id"))
    var ids: [Int] = []

    @Flag(help: "All that are held.")
    var all = false

    @OptionGroup var filter: QuarantineFilterOptions

    func validate() throws {
        let ways = [!ids.isEmpty, all, !filter.isEmpty].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError("Name ids, or --all, or a filter such as --reason, and one of these alone.")
        }
    }

    /// The filter for what is held, once it is known that all that was named exists, and the states of that.
    func resolved(in quarantine: Quarantine) async throws -> (filter: QuarantineFilter, named: [Int: QuarantineState]) {
        var held = filter.filter(state: .held)
        guard !ids.isEmpty else { return (held, [:]) }
        held.ids = ids
        return (held, try await quarantine.states(of: ids))
    }
}
