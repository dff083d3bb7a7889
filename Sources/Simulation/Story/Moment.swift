/// The types of events are the contract's.
typealias EventType = Truth.EventType

/// What an event says beyond its type.
enum Detail: Sendable {
    /// What the app was doing when a notification came.
    enum AppState: UInt8, Sendable {
        case foreground, background, notRunning
    }

    case none
    /// Places of the placement and the variant in the vocabulary.
    case prompt(placement: UInt8, variant: UInt8)
    case kept(Truth.Kept)
    case status(Truth.Status)
    /// A notification that was sent, or came from the push service.
    case push(Notification, AppState)
    /// One that came from the push service, without its id.
    case unnamedPush(AppState)
    /// A notification that the app itself had scheduled, under no id or under one that was sent too.
    case local(Notification?, AppState)
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
