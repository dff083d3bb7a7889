/// An input of the journey, the state machine that turns status readings into permission events.
enum JourneyInput: Sendable, Hashable {
    /// The status was read. Ignored while a request is in flight.
    case observed(Snapshot)
    /// The app is about to ask. Ignored while a request is in flight.
    case began(Snapshot, Prompt)
    /// The dialog seems to be up: the app resigned active, or a second passed without an answer.
    case evidence
    /// The request in flight is over; `failed` if the system returned an error. No snapshot: the answer stays unknown.
    case ended(Snapshot?, failed: Bool)
    /// An arm was drawn. Ignored if it was reported before.
    case assigned(Assignment)
    /// The app put up its own screen before the dialog.
    case primerShown(Prompt)
    /// The user answered that screen.
    case primerAnswered(PrimerAnswer)
    /// The app asked the user to turn notifications on in Settings.
    case settingsPrompt(Prompt)
    /// The user followed the app to Settings.
    case settingsOpened
    /// The device has a push token with this hash.
    case token(Int64)
}
