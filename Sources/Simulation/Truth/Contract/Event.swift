extension Truth {
    /// The `delivery` member of `provisional_kept`: the user's choice on a provisional notification.
    package enum Kept: Sendable {
        case prominent, quiet, unspecified
    }

    /// An accepted event with every field that affects a number.
    ///
    /// Fields that have no meaning for the event's type are ignored. An absent text is empty.
    package struct Event: Sendable {
        package var type: EventType

        /// The `app_id`.
        package var app: Text

        /// The `installation_id`. An installation is the pair of `app` and this.
        package var installation: Identifier

        package var id: Identifier

        /// The time of the event on the device's clock.
        package var occurredAt: Microseconds

        /// The time of receipt of the accepted copy.
        package var receivedAt: Microseconds

        /// The effective time: `occurredAt`, corrected if the device's clock was wrong.
        package var effectiveAt: Microseconds

        /// The client's own event count; nil if it sent none.
        package var sequence: Int?

        /// The device's OS; only `notification_sent`, `push_unregistered` and `experiment_assigned` may have none.
        package var os: OperatingSystem?

        package var appVersion: Text = ""

        package var locale: Text = ""

        package var deviceModel: Text = ""

        /// The status in `status_observed`.
        package var status = Status.unknown

        /// The choice in `provisional_kept`.
        package var kept = Kept.unspecified

        /// The settings in `status_observed`, `prompt_granted` or `provisional_kept`; nil if there are none.
        package var settings: Settings?

        /// The place in the app where the user was asked.
        package var placement: Text = ""

        /// The experiment variant of an ask or an assignment.
        package var variant: Text = ""

        /// The experiment of `experiment_assigned`.
        package var experiment: Text = ""

        /// The answer in `primer_answered`: `accepted`, `declined` or `dismissed`.
        package var answer: Text = ""

        /// The `notification_id`; an empty one is absent.
        package var notification: Text = ""

        /// The campaign of `notification_sent`.
        package var campaign: Text = ""

        /// The `trigger` of `notification_opened`: `push`, `local` or empty.
        package var trigger: Text = ""

        /// The `app_state` of a receipt or open: `foreground`, `background`, `not_running` or empty.
        package var appState: Text = ""

        /// The UTC offset in which the client wrote `occurred_at`, in minutes; positive east of Greenwich.
        package var utcOffset = 0

        /// Whether the app itself scheduled the notification.
        package var isLocal: Bool { trigger == "local" }

        /// Creates an event from a correct clock, received immediately; optional fields are absent.
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
