import Simulation
import Testing

/// Mistakes that random histories find too seldom, each with a history that finds it.
@Suite struct RareMistakes {
    @Test(arguments: RareMistake.all) func aRareMistakeIsFoundByItsHistory(_ mistake: RareMistake) async throws {
        try #require(mistake.mutant.isThere)
        #expect(try await finding(in: mistake.history, with: nil)?.description == nil)
        #expect(try await finding(in: mistake.history, with: mistake.mutant) != nil)
    }

    private func finding(in history: History, with mutant: Mutant?) async throws -> Finding? {
        try await Playback.run(with: mutant) { try await $0.finding(in: history) }
    }
}

/// A mistake and the history that finds it.
struct RareMistake: Sendable, CustomTestStringConvertible {
    let mutant: Mutant
    let history: History

    var testDescription: String { mutant.name }

    static let all = [
        RareMistake(
            mutant: Mutant(
                "an app open 60 s before a turn-off found it",
                in: "functions/metric.turn_offs.sql",
                "width_bucket(app_open_at + metric.visit() - interval '1 us', turned_off_at)",
                is: "width_bucket(app_open_at + metric.visit(), turned_off_at)"),
            history: .of(aTurnOff + [event("app_opened", turnedOff - .minute)])),
        RareMistake(
            mutant: Mutant(
                "an app open 60 s before a turn-off did not see notifications on",
                in: "projections/turn_offs/fold_write_turn_offs.sql",
                "turn_off.at - metric.visit() + interval '1 us'",
                is: "turn_off.at - metric.visit()"),
            history: .of(aTurnOff + [event("app_opened", turnedOff - .minute)])),
        RareMistake(
            mutant: Mutant(
                "a visit that found a turn-off is the reading before a later visit",
                in: "projections/turn_offs/fold_write_turn_offs.sql",
                "CASE WHEN NOT metric.found_turn_off(visit.at, turned_off.at) THEN visit.at END",
                is: "visit.at"),
            // The visit that comes late is not the turn-off's, but within its 60 s the sends are looked at again.
            history: .of(
                [
                    status("authorized", start), status("denied", turnedOff),
                    event("app_opened", turnedOff - 50 * .second), send(turnedOff - 20 * .second),
                ], late: [event("app_opened", turnedOff + 30 * .second)])),
        RareMistake(
            mutant: Mutant(
                "a late event with a sequence changes nothing in the order of those without one",
                in: "projections/journey/fold_journeys.sql",
                "THEN max(event.received_at) FILTER (WHERE event.sequence IS NOT NULL)\n            END,",
                is: "THEN NULL::timestamptz\n            END,"),
            // Until the last event is received, the dialog was closed before it was shown.
            history: .of(
                [
                    event("prompt_dismissed", start + 2 * .hour),
                    event("prompt_shown", start + 3 * .hour, sequence: 10),
                    status("authorized", start + .hour, sequence: 20, received: start + 10 * .day),
                ], asOf: start + 9 * .day)),
    ]

    private static let start: Microseconds = 1_767_960_000_000_000
    private static let turnedOff = start + 2 * .hour
    /// The only send between two readings of the status, of which the second found notifications off.
    private static let aTurnOff = [
        status("authorized", start), send(start + .hour), status("denied", turnedOff),
    ]

    private static func status(
        _ status: String, _ time: Microseconds, sequence: Int? = nil, received: Microseconds? = nil
    ) -> Delivery {
        var observed = event("status_observed", time, sequence: sequence, received: received)
        observed.data["status"] = status
        return observed
    }

    private static func send(_ time: Microseconds) -> Delivery {
        var sent = event("notification_sent", time)
        sent.data = ["notification_id": "n", "campaign": "spring"]
        return sent
    }

    /// `received`: when it is received; a second after it happens, unless given.
    private static func event(
        _ type: String, _ time: Microseconds, sequence: Int? = nil, received: Microseconds? = nil
    ) -> Delivery {
        var event = Delivery(
            type: type, app: "com.example.shop", installation: 1, id: UInt64(time / .second), occurredAt: time,
            receivedAt: received ?? time + .second, os: "iOS 17.4")
        event.sequence = sequence
        return event
    }
}

extension History {
    /// Returns a history in which deliveries come in at once, and `late` after they were projected.
    fileprivate static func of(
        _ deliveries: [Delivery], late: [Delivery] = [], asOf: Microseconds? = nil
    ) -> History {
        let rest: [Act] = late.isEmpty ? [] : [.project(stepSize: 10), .ingest(late, batchSize: 10)]
        let day = Int(deliveries[0].occurredAt / .day)
        return History(
            acts: [.ingest(deliveries, batchSize: 10)] + rest,
            questions: [Question(asOf: asOf, from: day, to: day + 1)])
    }
}
