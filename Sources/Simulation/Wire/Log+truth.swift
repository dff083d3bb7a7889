extension Log {
    /// The tables that a correct pipeline reports for the log, at the log's own horizon.
    var truth: Truth.Tables {
        var tables = Truth.Tables(Truth.Parameters(horizon: horizon))
        addInstallations(to: &tables)
        addDeliveries(to: &tables)
        return tables
    }

    /// The accepted events as the event contract sees them.
    var truthEvents: [Truth.Event] { events.map(truth) }

    private func truth(_ event: LoggedEvent) -> Truth.Event {
        Truth.Event(event, of: installations[Int(event.installation)])
    }

    private func addInstallations(to tables: inout Truth.Tables) {
        var rest = events[...]
        while let first = rest.first {
            let own = rest.prefix { $0.installation == first.installation }
            rest = rest[own.endIndex...]
            tables.add(installation: own.map(truth))
        }
    }

    /// Counts the deliveries: of the copies of an event, the first line is accepted and the others are duplicates.
    /// Lines whose `received_at` can't be read are left out: they count as received when they are ingested, after all
    /// simulated days.
    private func addDeliveries(to tables: inout Truth.Tables) {
        var isAccepted = [Bool](repeating: false, count: events.count)
        for line in lines {
            let event = Int(line.event)
            var outcome = isAccepted[event] ? Truth.Delivery.Outcome.duplicate : .accepted
            if case .spoilt(let defect) = line.form {
                guard defect.leavesReceiptReadable else { continue }
                outcome = .rejected(reason: defect.reason)
            } else {
                isAccepted[event] = true
            }
            tables.add(Truth.Delivery(receivedAt: line.receivedAt, outcome: outcome))
        }
    }
}
