extension Truth {
    /// The event types, in the order of the event contract's table, with their names in JSON.
    package enum EventType: String, Sendable, CaseIterable {
        case experimentAssigned = "experiment_assigned"
        case primerShown = "primer_shown"
        case primerAnswered = "primer_answered"
        case promptShown = "prompt_shown"
        case promptGranted = "prompt_granted"
        case promptDenied = "prompt_denied"
        case promptDismissed = "prompt_dismissed"
        case promptBlocked = "prompt_blocked"
        case provisionalStarted = "provisional_started"
        case provisionalKept = "provisional_kept"
        case provisionalTurnedOff = "provisional_turned_off"
        case statusObserved = "status_observed"
        case pushUnregistered = "push_unregistered"
        case settingsPromptShown = "settings_prompt_shown"
        case settingsOpened = "settings_opened"
        case notificationSent = "notification_sent"
        case notificationReceived = "notification_received"
        case notificationOpened = "notification_opened"
        case appOpened = "app_opened"

        /// Whether the type is part of an installation's journey (its permission history).
        package var isPermissionEvent: Bool {
            switch self {
            case .notificationSent, .notificationReceived, .notificationOpened, .appOpened: false
            default: true
            }
        }

        /// Its place in the table, which breaks ties in the order of events.
        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        /// Whether it answers a permission prompt.
        var isAnswer: Bool { self == .promptGranted || self == .promptDenied }

        /// Whether it is a way to come to the ask: the first of these is the ask.
        var isAsk: Bool { self == .primerShown || self == .promptShown || self == .promptBlocked }

        /// Whether the event proves that a permission prompt was shown.
        var provesPrompt: Bool { self == .promptShown || isAnswer }
    }
}
