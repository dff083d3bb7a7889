/// The types of events, in the order of the contract's table.
enum EventType: UInt8, Sendable {
    case promptShown, promptGranted, promptDenied
    case provisionalStarted, provisionalKept, provisionalTurnedOff
    case statusObserved
    case settingsPromptShown, settingsOpened
    case notificationSent, notificationReceived, notificationOpened
    case appOpened

    /// The name on the wire.
    var name: String { Self.names[Int(rawValue)] }

    private static let names = [
        "prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
        "provisional_turned_off", "status_observed", "settings_prompt_shown", "settings_opened",
        "notification_sent", "notification_received", "notification_opened", "app_opened",
    ]
}

/// What an event says beyond its type.
enum Detail: Sendable {
    /// What the app was doing when a notification came.
    enum AppState: UInt8, Sendable {
        case foreground, background, notRunning
    }

    /// How a provisional notification was kept.
    enum Kept: UInt8, Sendable {
        case prominent, quiet, unspecified
    }

    case none
    /// Places of the placement and the variant in the vocabulary.
    case prompt(placement: UInt8, variant: UInt8)
    case kept(Kept)
    case status(Truth.Status)
    /// A notification of the campaign of this day.
    case campaign(day: Int32, AppState)
    /// A notification that the app itself had scheduled.
    case local(AppState)
}

/// The software of an installation during a session.
struct Software: Equatable, Sendable {
    /// The place of the OS in `OSRelease.all`.
    var release: UInt8

    /// The patch part of its version.
    var patch: UInt8

    /// The number of the app's release.
    var app: UInt8
}

/// One use of the app.
struct Session: Sendable {
    var time: Microseconds
    var software: Software
}

/// Something that happened, at its true time, whatever clocks and networks make of it.
struct Moment: Sendable {
    var time: Microseconds
    var type: EventType
    var software: Software
    var detail = Detail.none
}
