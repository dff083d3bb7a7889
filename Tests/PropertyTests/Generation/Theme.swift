import Foundation
import Simulation

/// What most events of a history are about.
enum Theme: String, CaseIterable {
    case journey, ask, engagement, provisional, reach, turnOffs, mixed

    /// The theme of all histories, for mistakes in rare stories; nil for all themes.
    static let wanted = ProcessInfo.processInfo.environment["BELLWETHER_PROPERTIES_THEME"].flatMap(Theme.init)

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
                "prompt_granted", "status_observed", "notification_sent", "push_unregistered",
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
                "app_opened", "app_opened", "prompt_granted", "provisional_turned_off", "push_unregistered",
            ]
        case .mixed: Truth.EventType.allCases.map(\.rawValue)
        }
    }
}
