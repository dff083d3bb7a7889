extension Truth {
    /// The first time that an installation whose status was `denied` was asked to turn notifications on in Settings.
    package struct WinBack: Sendable {
        /// The `settings_prompt_shown` event.
        package let asked: Event

        /// Whether a `settings_opened` followed within 24 hours.
        package let went: Bool

        /// Whether the status became `authorized` within 24 hours of that `settings_opened`.
        package let returned: Bool

        /// Creates the win-back of a journey; nil if the user was never asked while denied.
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
