import Simulation

/// What came in, in which order and batches, what was computed between, and what is asked at the end.
struct History: Sendable, Hashable {
    var settings = Settings()
    var acts: [Act]
    var questions: [Question]

    /// The most permission events of an installation that has a journey: few, so that small histories come to it.
    static let journeyLimit = 12

    /// The settings of a database.
    struct Settings: Sendable, Hashable {
        var zone = Zone.utc
        /// Windows in seconds.
        var conversion = 604_800
        var open = 2_419_200
        var influence = 43_200
    }

    /// Something that is done to the database.
    enum Act: Sendable, Hashable {
        /// The deliveries come in as one file.
        case ingest([Delivery], batchSize: Int)
        /// The projections are brought up to the log, in steps of so many deliveries.
        case project(stepSize: Int)
        /// Some projections are computed anew.
        case rebuild([String])
        /// Some projections are compared with the log.
        case audit([String])
        /// The settings become others, and everything is computed anew with the next projection.
        case set(Settings)
        /// A report is published.
        case publish(Question)
    }

    /// A report that is asked for; what is nil follows from the log.
    struct Question: Sendable, Hashable {
        var asOf: Microseconds?
        /// Numbers of the first and the last day.
        var from: Int?
        var to: Int?
    }

    /// All deliveries in the order of arrival.
    var deliveries: [Delivery] { acts.flatMap(\.deliveries) }

    /// The settings at the end.
    var lastSettings: Settings {
        acts.reduce(settings) { if case .set(let settings) = $1 { settings } else { $0 } }
    }

    /// Whether the contract says what becomes of it: which of two copies that differ is accepted is not defined where
    /// both are in one file.
    var isDefined: Bool { acts.allSatisfy { !$0.deliveries.haveDifferingCopies } }
}

extension History.Act {
    /// What comes in with it.
    var deliveries: [Delivery] {
        if case .ingest(let deliveries, _) = self { deliveries } else { [] }
    }
}

extension [Delivery] {
    /// Whether two of them are accepted copies of one event that differ in more than the offset in which they are written.
    var haveDifferingCopies: Bool {
        var first: [Delivery.Identity: Delivery] = [:]
        return contains { delivery in
            guard delivery.rejectReason == nil else { return false }
            var plain = delivery
            plain.offset = 0
            defer { first[delivery.identity] = plain }
            return first[delivery.identity].map { $0 != plain } ?? false
        }
    }
}
