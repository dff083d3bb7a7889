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

        /// 1 if it was assigned to another variant than the first one of an experiment, and the first such assignment
        /// is in the range; otherwise 0.
        let reassigned: Int

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
            sharedInstallations = Self.firstOfAFourthModel(history).map(isCounted) ?? false ? 1 : 0
            statusJumps = Self.jumps(history.journey).count(where: isCounted)
            reassigned = Self.reassignment(history.journey).map(isCounted) ?? false ? 1 : 0
            latencies = events.map { $0.receivedAt - $0.effectiveAt }
        }

        /// Returns the first answer after the prompt; nil if there is a decision.
        private static func lateAnswer(_ journey: Journey, _ parameters: Parameters) -> Event? {
            journey.decision(within: parameters.conversionWindow) == nil ? journey.answers.first : nil
        }

        /// Returns the first permission event, by `effective_at`, that names a fourth device model; nil if there is
        /// none.
        private static func firstOfAFourthModel(_ history: History) -> Event? {
            var models: Set<Text> = [""]
            return history.permissionEvents.sorted(by: Truth.precedesByTime).first { event in
                models.insert(event.deviceModel).inserted && models.count > 4
            }
        }

        /// Returns the first assignment to another variant than the first one of its experiment; nil if there is none.
        private static func reassignment(_ journey: Journey) -> Event? {
            var variants: [Text: Text] = [:]
            return journey.events.first { event in
                guard event.type == .experimentAssigned else { return false }
                let first = variants[event.experiment, default: event.variant]
                variants[event.experiment] = first
                return first != event.variant
            }
        }

        /// Returns the events that changed the status from `denied` to `provisional`, or to `not_determined` from any
        /// status but `unknown`, `gone` and itself.
        private static func jumps(_ journey: Journey) -> [Event] {
            let before = [.unknown] + journey.statuses
            return zip(journey.events, zip(before, journey.statuses)).filter { isJump($1.0, $1.1) }.map(\.0)
        }

        private static func isJump(_ before: Status, _ after: Status) -> Bool {
            switch after {
            case .provisional: before == .denied
            case .notDetermined: before != .unknown && before != .gone && before != .notDetermined
            default: false
            }
        }
    }
}
