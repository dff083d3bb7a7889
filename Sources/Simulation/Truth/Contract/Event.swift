extension Truth {
    /// How a provisional notification was kept, as `provisional_kept` says.
    package enum Kept: Sendable {
        case prominent, quiet, unspecified
    }

    /// One accepted event: every field of the contract that a number depends on.
    ///
    /// What a type gives no meaning to is ignored. Absent texts are empty.
    package struct Event: Sendable {
        /// What happened.
        package var type: EventType

        /// The app that it happened in.
        package var app: Text

        /// The installation of that app; the pair of both is one installation.
        package var installation: Identifier

        /// The event's id.
        package var id: Identifier

        /// When the device's clock said that it happened.
        package var occurredAt: Microseconds

        /// When the copy that was accepted was received.
        package var receivedAt: Microseconds

        /// When it happened, after the correction of wrong clocks.
        package var effectiveAt: Microseconds

        /// The client's own count of its events, if it sent one.
        package var sequence: Int?

        /// The OS that it came from; only `notification_sent` may have none.
        package var os: OperatingSystem?

        /// The version of the app.
        package var appVersion: Text = ""

        /// The device's locale.
        package var locale: Text = ""

        /// What `status_observed` named.
        package var status = Status.unknown

        /// How `provisional_kept` kept.
        package var kept = Kept.unspecified

        /// Where in the app `prompt_shown` was put up.
        package var placement: Text = ""

        /// The experiment arm of `prompt_shown`.
        package var variant: Text = ""

        /// Which notification it is about.
        package var notification: Text = ""

        /// The campaign of `notification_sent`.
        package var campaign: Text = ""

        /// Whether the app itself had put up the notification of `notification_opened`: trigger `local`.
        package var isLocal = false

        /// An event of a right clock, received at once; what is optional is absent until it is set.
        package init(
            _ type: EventType, app: Text, installation: Identifier, id: Identifier, at effectiveAt: Microseconds,
            os: OperatingSystem?
        ) {
            self.type = type
            self.app = app
            self.installation = installation
            self.id = id
            self.os = os
            self.effectiveAt = effectiveAt
            occurredAt = effectiveAt
            receivedAt = effectiveAt
        }
    }
}
