extension Truth {
    /// What is odd about the data of one installation, within the range of a report.
    struct Quality: Sendable {
        /// Answers without any prompt before them.
        let orphanDecisions: Int

        /// 1 if there is no decision and the first answer after the prompt, in the range, came after the window.
        let decidedLate: Int

        /// Opens, but for those of trigger `local`, that name no notification ever sent.
        let unsentOpens: Int

        /// Events whose clock was corrected.
        let clocksCorrected: Int

        /// Ids that more than one `occurred_at` has, of a sample of one in 64.
        let conflictingIDs: Int

        /// Changes of the status that no system makes.
        let statusJumps: Int

        /// From each event to its receipt; negative where the clock was ahead.
        let latencies: [Microseconds]

        /// The quality of a history, nil if no event lies in the range.
        init?(_ history: History, _ parameters: Parameters) {
            func isCounted(_ event: Event) -> Bool { parameters.covers(event.effectiveAt) }
            let events = history.events.filter(isCounted)
            guard !events.isEmpty else { return nil }
            let sent = Set(history.events.filter { $0.type == .notificationSent }.map(\.notification))
            orphanDecisions = history.journey.orphans.count(where: isCounted)
            decidedLate = Self.lateAnswer(history.journey, parameters).map(isCounted) ?? false ? 1 : 0
            unsentOpens = history.opens.count { isCounted($0) && !$0.isLocal && !sent.contains($0.notification) }
            clocksCorrected = events.count { $0.effectiveAt != $0.occurredAt }
            let sampled = Dictionary(grouping: events.filter(\.id.isSampled), by: \.id)
            conflictingIDs = sampled.values.count { Set($0.map(\.occurredAt)).count > 1 }
            statusJumps = Self.jumps(history.journey).count(where: isCounted)
            latencies = events.map { $0.receivedAt - $0.effectiveAt }
        }

        /// The first answer after the prompt, if there is no decision.
        private static func lateAnswer(_ journey: Journey, _ parameters: Parameters) -> Event? {
            journey.decision(within: parameters.conversionWindow) == nil ? journey.answers.first : nil
        }

        /// The events that led from `denied` to `provisional`, or to `not_determined` from anything but `unknown` or
        /// itself.
        private static func jumps(_ journey: Journey) -> [Event] {
            let before = [.unknown] + journey.statuses
            return zip(journey.events, zip(before, journey.statuses)).filter { isJump($1.0, $1.1) }.map(\.0)
        }

        private static func isJump(_ before: Status, _ after: Status) -> Bool {
            switch after {
            case .provisional: before == .denied
            case .notDetermined: before != .unknown && before != .notDetermined
            default: false
            }
        }
    }
}
