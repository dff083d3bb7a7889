import Simulation

/// The outcome of a history by the event contract, and the tables that the reference implementation computes from it.
struct Reference {
    private(set) var events: [Truth.Event] = []
    private var deliveries: [Truth.Delivery] = []
    private(set) var latestReceipt: Microseconds?
    /// How many deliveries came in: it grows as the log's position does.
    var position: Int { deliveries.count }
    let settings: History.Settings

    init(_ history: History) {
        settings = history.lastSettings
        var known: Set<Delivery.Identity> = []
        var files: Set<[String]> = []
        for act in history.acts {
            // A file with the same bytes as an earlier one is skipped.
            let file = act.deliveries.map(\.line)
            guard !file.isEmpty, files.insert(file).inserted else { continue }
            for delivery in act.deliveries { add(delivery, &known) }
        }
    }

    private mutating func add(_ delivery: Delivery, _ known: inout Set<Delivery.Identity>) {
        var outcome = Truth.Delivery.Outcome.accepted
        if let reason = delivery.rejectReason {
            outcome = .rejected(reason: reason)
        } else {
            let isNew = known.insert(delivery.identity).inserted
            if isNew { events.append(delivery.event) } else { outcome = .duplicate }
            latestReceipt = max(latestReceipt ?? .min, delivery.receivedAt)
        }
        deliveries.append(Truth.Delivery(receivedAt: delivery.receivedAt, outcome: outcome))
    }

    /// Returns the tables of a report.
    func files(_ question: History.Question) -> [Truth.File] {
        Truth.Tables(events, deliveries, parameters(question)).files
    }

    /// Returns the parameters of a report.
    func parameters(_ question: History.Question) -> Truth.Parameters {
        var parameters = Truth.Parameters(
            horizon: latestReceipt.map { question.asOf ?? $0 }, from: question.from, to: question.to,
            timeZone: settings.zone.truth)
        parameters.journeyLimit = History.journeyLimit
        parameters.minimumCell = question.minimumCell
        parameters.conversionWindow = Microseconds(settings.conversion) * .second
        parameters.openWindow = Microseconds(settings.open) * .second
        parameters.influenceWindow = Microseconds(settings.influence) * .second
        return parameters
    }
}
