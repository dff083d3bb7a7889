/// The type of an event. The raw value is the contract's name.
package enum EventType: String, CaseIterable, Sendable {
    case experimentAssigned = "experiment_assigned"
    case primerShown = "primer_shown"
    case primerAnswered = "primer_answered"
    case promptShown = "prompt_shown"
    case promptGranted = "prompt_granted"
    case promptDenied = "prompt_denied"
    case provisionalStarted = "provisional_started"
    case provisionalKept = "provisional_kept"
    case provisionalTurnedOff = "provisional_turned_off"
    case statusObserved = "status_observed"
    case settingsPromptShown = "settings_prompt_shown"
    case settingsOpened = "settings_opened"
    case notificationReceived = "notification_received"
    case notificationOpened = "notification_opened"
    case appOpened = "app_opened"
}
