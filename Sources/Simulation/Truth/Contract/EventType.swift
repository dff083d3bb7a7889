extension Truth {
    /// The types of events, in the order of the contract's table.
    package enum EventType: UInt8, Sendable, CaseIterable {
        case promptShown, promptGranted, promptDenied
        case provisionalStarted, provisionalKept, provisionalTurnedOff
        case statusObserved
        case settingsPromptShown, settingsOpened
        case notificationSent, notificationReceived, notificationOpened
        case appOpened

        /// The name on the wire.
        package var name: String { Self.names[Int(rawValue)] }

        /// Whether it belongs to the journey of an installation.
        package var isPermissionEvent: Bool { rawValue <= EventType.settingsOpened.rawValue }

        /// Whether it is the answer to a prompt.
        var isAnswer: Bool { self == .promptGranted || self == .promptDenied }

        /// Whether the prompt is known to have been up once this event is known.
        var provesPrompt: Bool { self == .promptShown || isAnswer }

        private static let names = [
            "prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
            "provisional_turned_off", "status_observed", "settings_prompt_shown", "settings_opened",
            "notification_sent", "notification_received", "notification_opened", "app_opened",
        ]
    }
}
