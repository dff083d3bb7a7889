import Simulation

/// What most events of a history are about.
enum Theme: CaseIterable {
    case journey, ask, engagement, provisional, reach, turnOffs, mixed

    /// The types of events that don't follow another one.
    var types: [String] {
        switch self {
        case .journey:
            [
                "prompt_shown", "prompt_shown", "prompt_granted", "prompt_denied", "status_observed",
                "settings_prompt_shown", "settings_opened", "notification_opened",
            ]
        case .ask:
            [
                "experiment_assigned", "experiment_assigned", "primer_shown", "prompt_shown", "prompt_blocked",
                "prompt_granted", "status_observed", "notification_sent",
            ]
        case .engagement:
            [
                "notification_sent", "notification_sent", "notification_sent", "notification_received",
                "notification_opened", "app_opened", "app_opened", "prompt_granted",
            ]
        case .provisional:
            [
                "provisional_started", "provisional_kept", "provisional_turned_off", "status_observed", "prompt_shown",
                "notification_opened",
            ]
        case .reach:
            [
                "status_observed", "status_observed", "status_observed", "prompt_granted", "provisional_kept",
                "provisional_started", "push_unregistered", "notification_sent", "notification_opened",
            ]
        case .turnOffs:
            [
                "status_observed", "status_observed", "notification_sent", "notification_sent", "notification_sent",
                "app_opened", "app_opened", "prompt_granted", "provisional_turned_off",
            ]
        case .mixed: Truth.EventType.allCases.map(\.rawValue)
        }
    }
}
