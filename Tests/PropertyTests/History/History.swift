import Simulation

/// What came in, in which order and batches, what was computed in between, and which reports are compared at the end.
struct History: Sendable, Hashable {
    var settings = Settings()
    var acts: [Act]
    var questions: [Question]

    /// The maximum number of permission events of an installation with a journey. It is small, so that small histories
    /// exceed it.
    static let journeyLimit = 12

    struct Settings: Sendable, Hashable {
        var zone = Zone.utc
        /// The windows, in seconds.
        var conversion = 604_800
        var open = 2_419_200
        var influence = 43_200
    }

    /// An operation on the database.
    enum Act: Sendable, Hashable {
        /// Ingests the deliveries as one file.
        case ingest([Delivery], batchSize: Int)
        /// Projects the log, in steps of this many deliveries.
        case project(stepSize: Int)
        /// Rebuilds the projections with these names.
        case rebuild([String])
        /// Compares the projections with these names with the log.
        case audit([String])
        /// Changes the settings. The next projection rebuilds everything.
        case set(Settings)
        /// Publishes a report.
        case publish(Question)
    }

    /// The parameters of a report; nil means the default.
    struct Question: Sendable, Hashable {
        var asOf: Microseconds?
        /// The first and last day, by number.
        var from: Int?
        var to: Int?
        var minimumCell = 0
    }

    /// All deliveries in order of arrival.
    var deliveries: [Delivery] { acts.flatMap(\.deliveries) }

    /// The settings at the end.
    var lastSettings: Settings {
        acts.reduce(settings) { if case .set(let settings) = $1 { settings } else { $0 } }
    }

    /// Whether the event contract defines the result. It doesn't if two copies of an event in one file differ, because
    /// either may be accepted.
    var isDefined: Bool { acts.allSatisfy { !$0.deliveries.haveDifferingCopies } }
}

extension History.Act {
    /// The deliveries of `ingest`; empty for other acts.
    var deliveries: [Delivery] {
        if case .ingest(let deliveries, _) = self { deliveries } else { [] }
    }
}

extension [Delivery] {
    /// Whether two deliveries are accepted copies of one event that differ.
    var haveDifferingCopies: Bool {
        var first: [Delivery.Identity: Delivery] = [:]
        return contains { delivery in
            guard delivery.rejectReason == nil else { return false }
            defer { first[delivery.identity] = delivery }
            return first[delivery.identity].map { $0 != delivery } ?? false
        }
    }
}
