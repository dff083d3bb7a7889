/// Something that seldom happens to anyone, and then at the very edge of a rule.
///
/// Every thousandth installation has the same one, so that a simulation of thousands has them all. They begin some
/// hours after the first launch and have nothing to do with what else is told of the installation.
struct RareStory: Sendable {
    /// What a step says of a notification or a status.
    enum Saying: Sendable {
        case nothing
        case push(Notification.Series, campaign: UInt8? = nil)
        case unnamedPush
        case local(Notification.Series?)
        case status(Truth.Status)
    }

    /// An event of a story.
    struct Step: Sendable {
        /// When it happens after the story's beginning.
        var after: Microseconds
        var type: EventType
        var saying: Saying

        /// An event of this type, so long after the story's beginning.
        init(_ type: EventType, _ after: Microseconds, _ saying: Saying = .nothing) {
            self.after = after
            self.type = type
            self.saying = saying
        }
    }

    /// What happens, in no order.
    let steps: [Step]

    /// Whether it begins at a midnight of UTC.
    var beginsAtMidnight = false

    /// Whether a system can tell it.
    var isPossible: @Sendable (Truth.OperatingSystem) -> Bool = { _ in true }

    /// All of them.
    static let all = opens + influence + permission

    /// What happens to the installation at `place`, of which this is the first session; nothing to most.
    static func moments(place: Int, after session: Session) -> [Moment] {
        let number = place % 1_000
        guard number < all.count else { return [] }
        let os = OSRelease.all[Int(session.software.release)].os
        return all[number].isPossible(os) ? all[number].moments(after: session) : []
    }

    private func moments(after session: Session) -> [Moment] {
        let soon = (session.time + 3 * .hour).floored(to: .second)
        let start = beginsAtMidnight ? soon.floored(to: .day) + .day : soon
        return steps.map { step in
            Moment(
                time: start + step.after, type: step.type, software: session.software,
                detail: Self.detail(step.saying, day: Int32(start.dayNumber)))
        }
    }

    private static func detail(_ saying: Saying, day: Int32) -> Detail {
        switch saying {
        case .nothing: .none
        case .push(let series, let campaign):
            .push(Notification(series: series, day: day, campaign: campaign), .background)
        case .unnamedPush: .unnamedPush(.background)
        case .local(let series): .local(series.map { Notification(series: $0, day: day) }, .background)
        case .status(let status): .status(status)
        }
    }
}
