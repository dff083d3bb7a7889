import Simulation

/// The time spans at which numbers of the metrics change, and the events that meet there.
enum Boundaries {
    /// A type of event that may follow another one, and the times after it (in seconds) at which a metric changes. One
    /// of them is picked at random, so one that is listed twice is picked twice as often.
    typealias Follower = (type: String, spans: [Int])

    /// Returns the events that may follow a type; the windows come from the settings.
    static func followers(of type: String, _ settings: History.Settings) -> [Follower] {
        switch type {
        case "experiment_assigned":
            [
                ("experiment_assigned", [0, 60]), ("experiment_assigned", [5]), ("experiment_assigned", [5]),
                ("status_observed", [settings.conversion, settings.conversion, 0]),
                ("provisional_started", [settings.conversion, 0]), ("primer_shown", [0, 5]),
                ("prompt_granted", [0, settings.conversion]), ("notification_sent", [0]),
            ]
        case "primer_shown", "prompt_blocked":
            [
                ("primer_answered", [settings.conversion, 5]), ("primer_answered", [0, 5]),
                ("prompt_shown", [settings.conversion, 5]), ("prompt_blocked", [settings.conversion, 5]),
                ("prompt_granted", [settings.conversion, 5]), ("prompt_denied", [settings.conversion, 5]),
            ]
        case "primer_answered": [("prompt_shown", [0, 5]), ("primer_answered", [0, 5]), ("prompt_denied", [0])]
        case "prompt_shown":
            [
                ("prompt_granted", [settings.conversion, 5]), ("prompt_granted", [0, 5]),
                ("prompt_denied", [settings.conversion, 5]), ("notification_sent", [0]), ("status_observed", [0, 5]),
                ("prompt_dismissed", [settings.conversion, settings.conversion, 5]),
            ]
        case "prompt_dismissed":
            [
                ("prompt_granted", [0, 5]), ("prompt_denied", [5]), ("prompt_dismissed", [5]),
                ("prompt_shown", [0]), ("status_observed", [0, 86_400]),
            ]
        case "prompt_granted":
            [
                ("notification_opened", [604_800, 0]), ("notification_opened", [604_800, 0, 0]),
                ("notification_opened", [2_592_000, 0]),
                ("status_observed", [604_800, 2_592_000]),
                ("prompt_denied", [0, 604_800]), ("notification_sent", [0]),
            ]
        case "prompt_denied", "provisional_turned_off":
            [("settings_prompt_shown", [0, 3_600]), ("status_observed", [0, 3_600])]
        case "settings_prompt_shown": [("settings_opened", [86_400, 86_400, 0, 60])]
        case "settings_opened": [("status_observed", [86_400, 0, 60]), ("prompt_granted", [86_400, 0])]
        case "provisional_started":
            [
                ("provisional_kept", [0, 86_400]), ("provisional_turned_off", [0]), ("prompt_granted", [0, 60]),
                ("status_observed", [0, 86_400]),
            ]
        case "notification_sent":
            [
                ("notification_received", [-60, settings.open]), ("notification_opened", [-60, settings.open, 0]),
                ("app_opened", [settings.influence, 0, 60]), ("app_opened", [0, 60]), ("notification_sent", [0]),
                ("status_observed", [0, longestGap]), ("notification_opened", curve),
            ]
        case "notification_received": [("notification_sent", [60, -settings.open])]
        case "notification_opened": [("notification_sent", [60, -settings.open]), ("app_opened", [30, -30])]
        case "app_opened":
            [
                ("notification_opened", [30, -30]), ("notification_sent", [0, -settings.influence]),
                ("status_observed", [60, 0, longestGap]), ("app_opened", [longestGap, 0]),
            ]
        case "status_observed":
            [
                ("status_observed", [0, 86_400, longestGap]), ("prompt_shown", [0]), ("push_unregistered", [0, 60]),
                ("notification_sent", [0, -longestGap]), ("app_opened", [-60, 0, longestGap]),
                ("experiment_assigned", [0, 60]),
            ]
        case "push_unregistered":
            [
                ("status_observed", [0, 60]), ("notification_sent", [0]), ("prompt_granted", [0]),
                ("push_unregistered", [0]), ("experiment_assigned", [0, 60]),
            ]
        default: [("status_observed", [0, 86_400]), ("prompt_shown", [0]), ("notification_sent", [0])]
        }
    }

    /// Returns how long after an event a number that depends on it may still change, in seconds.
    static func windows(of type: String, _ settings: History.Settings) -> [Int] {
        switch type {
        case "prompt_shown", "primer_shown", "prompt_blocked", "experiment_assigned": [settings.conversion]
        case "prompt_granted": [86_400, 604_800, 2_592_000]
        case "notification_sent": [86_400, settings.open, settings.influence] + curve
        default: [86_400]
        }
    }

    /// The longest time between two readings of the status of which a turn-off is told.
    private static let longestGap = 28 * 86_400

    /// Some of the seconds of `open_curve`.
    private static let curve = [60, 3_600, 604_800]

    /// How far an event misses a boundary, in microseconds: mostly not at all, or by the smallest step.
    static let misses: [Microseconds] = [0, 0, 0, 0, -1, 1, 7 * .second]

    /// Distances in days from one event's day to the day at whose start the next one happens.
    static let days = [0, 0, 1, 1, 2, -1, 7, 27, 28, 28, 29, -28]

    /// Times from an event to its receipt, including limits of percentile classes.
    static let latenesses: [Microseconds] = [
        0, 255_900, 511_000, .second, .second, 61 * .second, .hour, .day, .day + 1, .day - 1, 3 * .day, 40 * .day,
        100 * .day, -.second, -.hour, -.day,
    ]

    /// Errors of a device's clock. An error of exactly 60 s is not corrected.
    static let clockErrors: [Microseconds] = [
        .minute, .minute + 1, -.minute, -.minute - 1, .hour, -.hour, 35 * .day, -35 * .day, 400 * .day,
    ]

    /// Times of sending relative to the event. One more than 60 s before it says nothing about the clock.
    static let sendings: [Microseconds] = [-.minute, -.minute - 1, -.hour, -35 * .day, .second, .hour]

    /// Locales of which the language or the region ends in different ways, and several of one language and of one region.
    static let locales = [
        "de-DE", "de_AT", "en_AT", "EN-us", "en_US.UTF-8", "zh-Hant_TW", "es-419", "es_419@x=y", "ar-u-nu-latn",
        "en-x-US", "_DE", "de_CH_AT",
    ]

    /// The systems of a crowd: two versions of one major, and others. On all but the last, `denied` may mean never
    /// asked.
    static let crowdedSystems = [
        "iPadOS 9.3", "iPadOS 9.3", "iPadOS 9.3", "iPadOS 9.2", "Android 13", "Android 12",
    ]

    /// What those of a crowd do first.
    static let crowdedTypes =
        Array(repeating: "prompt_shown", count: 6) + Array(repeating: "experiment_assigned", count: 4)
        + ["prompt_granted", "prompt_denied", "status_observed", "push_unregistered"]

    /// What they do then, an event a day: type and status.
    static let crowdedStories: [[(type: String, status: String)]] =
        Array(repeating: [], count: 4)
        + Array(repeating: [("experiment_assigned", ""), ("experiment_assigned", "")], count: 3) + [
            [("status_observed", "denied")], [("experiment_assigned", "")],
            [("status_observed", "not_determined"), ("experiment_assigned", "")],
        ]

    /// Their variants: often one of too few people beside two that are not.
    static let crowdedVariants = ["control", "control", "control", "a", "a", "a", "b"]

    /// Settings, as words of `Truth.Settings`: each level, and those around the edges of its rule.
    static let settings = [
        "alert=true alert_style=banner", "alert=true", "alert=true alert_style=none", "alert=false lock_screen=true",
        "lock_screen=true scheduled_summary=true", "alert=true scheduled_summary=true notification_center=true",
        "alert=true alert_style=none scheduled_summary=true", "notification_center=true badge=true",
        "alert=false notification_center=true",
        "alert=false lock_screen=false notification_center=false badge=true", "scheduled_summary=true",
        "alert_style=alert", "time_sensitive=true", "alert=maybe", "badge=false",
    ]

    /// A text of which only the first 64 characters are kept.
    static let longText = "1.2-" + String(repeating: "nightly", count: 9)
}
