extension Truth {
    /// The tables that a right pipeline gives of a log, at the log's own horizon.
    static func tables(of log: Log) -> OptInTables {
        let horizon = log.horizon ?? 0
        var tables = OptInTables(horizon: horizon)
        var rest = log.events[...]
        while let first = rest.first {
            let events = rest.prefix { $0.installation == first.installation }
            rest = rest[events.endIndex...]
            guard let entry = entry(of: events, horizon) else { continue }
            tables.add(entry, app: Vocabulary.app(log.installations[Int(first.installation)].app))
        }
        return tables
    }

    private static func entry(of events: ArraySlice<Event>, _ horizon: Microseconds) -> FunnelEntry? {
        let opens = events.filter { $0.type == .notificationOpened }.map(\.effectiveAt)
        return FunnelEntry(Journey(events.compactMap(PermissionEvent.init)), opens: opens, horizon: horizon)
    }
}

extension Truth.PermissionEvent {
    /// The permission event that a simulated event is, nil for one of another type.
    init?(_ event: Event) {
        guard let type = Truth.PermissionType(rawValue: event.type.rawValue) else { return nil }
        var observed = Truth.Status.unknown
        if case .status(let status) = event.detail { observed = status }
        self.init(
            type, effectiveAt: event.effectiveAt, occurredAt: event.occurredAt, id: event.id,
            sequence: event.sequence < 0 ? nil : Int(event.sequence),
            os: OSRelease.all[Int(event.software.release)].os, status: observed)
    }
}
