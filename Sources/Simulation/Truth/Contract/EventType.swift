extension Truth {
    /// The event types, in the order of the event contract's table.
    package enum EventType: UInt8, Sendable, CaseIterable {
        case promptShown, promptGranted, promptDenied
        case provisionalStarted, provisionalKept, provisionalTurnedOff
        case statusObserved
        case settingsPromptShown, settingsOpened
        case notificationSent, notificationReceived, notificationOpened
        case appOpened

        /// The name in JSON.
        package var name: String { Self.names[Int(rawValue)] }

        /// Whether the type is part of an installation's journey (its permission history).
        package var isPermissionEvent: Bool { rawValue <= EventType.settingsOpened.rawValue }

        /// Whether it answers a permission prompt.
        var isAnswer: Bool { self == .promptGranted || self == .promptDenied }

        /// Whether the event proves that a permission prompt was shown.
        var provesPrompt: Bool { self == .promptShown || isAnswer }

        private static let names = [
            "prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
            "provisional_turned_off", "status_observed", "settings_prompt_shown", "settings_opened",
            "notification_sent", "notification_received", "notification_opened", "app_opened",
        ]
    }
}
