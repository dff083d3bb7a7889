/// The event types of the event contract.
typealias EventType = Truth.EventType

/// What an event says in addition to its type.
enum Detail: Sendable {
    /// The app's state when a notification was received or opened.
    enum AppState: UInt8, Sendable {
        case foreground, background, notRunning
    }

    /// How a user answers a primer.
    enum Answer: String, Sendable {
        case accepted, declined, dismissed
    }

    case none
    /// Indices into `Vocabulary.placements` and `Vocabulary.variants`: of a prompt, a primer or a blocked prompt.
    case prompt(placement: UInt8, variant: UInt8)
    /// An arm of an experiment, and whether a server drew it.
    case arm(Arm, fromServer: Bool)
    case answer(Answer)
    case kept(Truth.Kept)
    case status(Truth.Status)
    /// A push notification: sent, received or opened.
    case push(Notification, AppState)
    /// A push notification whose id the client does not report.
    case unnamedPush(AppState)
    /// A local notification that the app scheduled, without an id or with the id of a push notification.
    case local(Notification?, AppState)
}

/// The OS and app versions of an installation during a session.
struct Software: Equatable, Sendable {
    /// The index into `OSRelease.all`.
    var release: UInt8

    /// The patch part of the OS version.
    var patch: UInt8

    /// The number of the app release.
    var app: UInt8
}

/// One use of the app.
struct Session: Sendable {
    var time: Microseconds
    var software: Software
}

/// Something that happened, at its true time: clock errors and transmission are applied later, by `Transmission`.
struct Moment: Sendable {
    var time: Microseconds
    var type: EventType
    var software: Software
    var detail = Detail.none
    /// The index into `Vocabulary.settings` of what a report says; nil if it says nothing of it.
    var settings: UInt8?

    /// Whether the app's server sends the event.
    var isFromServer: Bool { type.isOfServers || detail.isFromServer }
}

extension EventType {
    /// Whether only the app's server sends events of this type.
    var isOfServers: Bool { self == .notificationSent || self == .pushUnregistered }
}

extension Detail {
    /// Whether it is said by the app's server.
    var isFromServer: Bool { if case .arm(_, true) = self { true } else { false } }
}
