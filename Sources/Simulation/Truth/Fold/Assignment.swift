extension Truth {
    /// The first assignment of an installation to an arm of an experiment, if it counts there.
    struct Assignment: Sendable {
        let event: Event

        /// The status at the end of the conversion window that begins with the assignment.
        let status: Status

        /// Returns the assignments of a journey that count: the first of each experiment, unless the user had decided
        /// by then.
        static func all(of journey: Journey, _ parameters: Parameters) -> [Assignment] {
            var experiments: Set<Text> = []
            return journey.events.indices.compactMap { place in
                let event = journey.events[place]
                guard event.type == .experimentAssigned, experiments.insert(event.experiment).inserted else {
                    return nil
                }
                let before = place == 0 ? .unknown : journey.statuses[place - 1]
                let isUndecided = before == .unknown || before == .notDetermined || before == .provisional
                guard isUndecided, !journey.events[..<place].contains(where: \.type.isAnswer) else { return nil }
                let status = journey.status(at: event.effectiveAt + parameters.conversionWindow)
                return Assignment(event: event, status: status)
            }
        }
    }
}
