/// A rare sequence of events that tests the exact boundary of a rule.
///
/// The installation's index modulo 1,000 selects the story, so a simulation of a thousand installations or more
/// contains all of them, unless people leave. A story starts a few hours after the first launch and is independent of
/// the installation's other events.
struct RareStory: Sendable {
    /// The details of a step's event.
    enum Saying: Sendable {
        case nothing
        case push(Notification.Series, campaign: UInt8? = nil)
        case unnamedPush
        case local(Notification.Series?)
        case status(Truth.Status)
        case arm(Arm)
        case answer(Detail.Answer)
    }

    /// One event of a story.
    struct Step: Sendable {
        /// The time since the start of the story.
        var after: Microseconds
        var type: EventType
        var saying: Saying

        /// Creates an event `after` microseconds after the start of the story.
        init(_ type: EventType, _ after: Microseconds, _ saying: Saying = .nothing) {
            self.after = after
            self.type = type
            self.saying = saying
        }
    }

    /// The events, in no particular order.
    let steps: [Step]

    /// Whether the story starts at midnight UTC.
    var beginsAtMidnight = false

    /// Whether the story can happen on this OS.
    var isPossible: @Sendable (Truth.OperatingSystem) -> Bool = { _ in true }

    static let all = opens + influence + permission

    /// Returns the story's moments for the installation at index `place`, whose first session is `session`; empty for
    /// most installations.
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
        case .arm(let arm): .arm(arm, fromServer: false)
        case .answer(let answer): .answer(answer)
        }
    }
}
