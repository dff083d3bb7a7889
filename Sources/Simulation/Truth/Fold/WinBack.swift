extension Truth {
    /// The first time that an installation was asked to turn notifications on in Settings while they were denied.
    package struct WinBack: Sendable {
        /// The `settings_prompt_shown`.
        package let asked: Event

        /// Whether Settings was opened after it and within 24 hours.
        package let went: Bool

        /// Whether the status was `authorized` after that, within 24 hours of it.
        package let returned: Bool

        /// The win-back of a journey, nil where nobody was asked while denied.
        package init?(_ journey: Journey) {
            let (events, statuses) = (journey.events, journey.statuses)
            func isWithinADay(_ place: Int, of first: Int) -> Bool {
                Journey.span(from: events[first], to: events[place]) < .day
            }
            let asks = events.indices.filter { events[$0].type == .settingsPromptShown }
            guard let ask = asks.first(where: { statuses[$0] == .denied }) else { return nil }
            let opening = events.indices[(ask + 1)...].first {
                events[$0].type == .settingsOpened && isWithinADay($0, of: ask)
            }
            let later = opening.map { $0..<events.count } ?? 0..<0
            asked = events[ask]
            went = opening != nil
            returned = later.contains { statuses[$0] == .authorized && isWithinADay($0, of: later.lowerBound) }
        }
    }
}
