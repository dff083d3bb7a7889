import ArgumentParser
import EventLog
import Events

/// The options that filter quarantined deliveries.
struct QuarantineFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only those rejected for this reason, such as unknown_type.", valueName: "reason"),
        transform: reason(named:))
    var reason: RejectReason?

    @Option(help: ArgumentHelp("Only those from this source; a * at the end matches any rest.", valueName: "path"))
    var source: String?

    @Option(
        help: ArgumentHelp("Only those received at or after this time (2026-03-01T00:00:00Z).", valueName: "time"),
        transform: moment(at:))
    var since: Timestamp?

    @Option(help: ArgumentHelp("Only those received before this time.", valueName: "time"), transform: moment(at:))
    var until: Timestamp?

    /// Whether none of the options was given.
    var isEmpty: Bool { reason == nil && source == nil && since == nil && until == nil }

    func validate() throws {
        if let since, let until, until < since {
            throw ValidationError("--until is before --since, so no delivery can match: swap the two.")
        }
    }

    /// Returns the filter for deliveries in a state; nil means any state.
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
            throw ValidationError("'\(text)' is not an RFC 3339 time: write it like 2026-03-01T00:00:00Z.")
        }
        return moment
    }
}

/// The options that select the quarantined deliveries to change: ids, all, or a filter.
struct QuarantineSelection: ParsableArguments {
    @Argument(help: ArgumentHelp("Ids, as `quarantine list` shows them.", valueName: "id"))
    var ids: [Int] = []

    @Flag(help: "All deliveries that are held.")
    var all = false

    @OptionGroup var filter: QuarantineFilterOptions

    func validate() throws {
        let ways = [!ids.isEmpty, all, !filter.isEmpty].filter { $0 }.count
        guard ways == 1 else {
            throw ValidationError("Give either ids, or --all, or filters such as --reason.")
        }
    }

    /// Returns a filter for the selected deliveries that are held, and the states of those given by id. Throws if an id
    /// does not exist.
    func resolved(in quarantine: Quarantine) async throws -> (filter: QuarantineFilter, named: [Int: QuarantineState]) {
        var held = filter.filter(state: .held)
        guard !ids.isEmpty else { return (held, [:]) }
        held.ids = ids
        return (held, try await quarantine.states(of: ids))
    }
}
