extension Truth {
    /// The data quality of one installation: the anomalies among its events in the range of a report.
    struct Quality: Sendable {
        /// Answers without an earlier prompt.
        let orphanDecisions: Int

        /// 1 if there is no decision and the first answer after the prompt came after the conversion window; otherwise
        /// 0. The answer must be in the range.
        let decidedLate: Int

        /// Opens, except those of trigger `local`, whose notification was never sent or has no id.
        let unsentOpens: Int

        /// Events whose `effective_at` differs from `occurred_at`.
        let clocksCorrected: Int

        /// 1 if its permission events name more than three device models, and the first that names a fourth is in the
        /// range; otherwise 0.
        let sharedInstallations: Int

        /// Status changes that no OS makes.
        let statusJumps: Int

        /// Time from each event to its receipt; negative if the device's clock was ahead.
        let latencies: [Microseconds]

        /// Computes the quality; nil if no event is in the range.
        init?(_ history: History, _ parameters: Parameters) {
            func isCounted(_ event: Event) -> Bool { parameters.covers(event.effectiveAt) }
            let events = history.events.filter(isCounted)
            guard !events.isEmpty else { return nil }
            let sent = Set(history.events.filter { $0.type == .notificationSent }.map(\.notification))
            orphanDecisions = history.journey.orphans.count(where: isCounted)
            decidedLate = Self.lateAnswer(history.journey, parameters).map(isCounted) ?? false ? 1 : 0
            unsentOpens = history.opens.count { isCounted($0) && !$0.isLocal && !sent.contains($0.notification) }
            clocksCorrected = events.count { $0.effectiveAt != $0.occurredAt }
            sharedInstallations = Self.firstOfAFourthModel(history.events).map(isCounted) ?? false ? 1 : 0
            statusJumps = Self.jumps(history.journey).count(where: isCounted)
            latencies = events.map { $0.receivedAt - $0.effectiveAt }
        }

        /// Returns the first answer after the prompt; nil if there is a decision.
        private static func lateAnswer(_ journey: Journey, _ parameters: Parameters) -> Event? {
            journey.decision(within: parameters.conversionWindow) == nil ? journey.answers.first : nil
        }

        /// Returns the first permission event that names a fourth device model; nil if there is none.
        private static func firstOfAFourthModel(_ events: [Event]) -> Event? {
            var models: Set<Text> = [""]
            return events.first { event in
                event.type.isPermissionEvent && models.insert(event.deviceModel).inserted && models.count > 4
            }
        }

        /// Returns the events that changed the status from `denied` to `provisional`, or to `not_determined` from any
        /// status but `unknown` and itself.
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
