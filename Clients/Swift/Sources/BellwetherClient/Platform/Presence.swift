/// Follows whether the app is on the screen.
struct Presence: Sendable, Hashable {
    /// Whether the system tells when the app enters the background. If not (macOS), a long inactivity counts as that.
    private var hasBackground = true
    private var isFollowed = false
    private var isActive = false
    private var wasLaunchedInBackground = false
    /// Whether `app_opened` has been recorded since the launch or the last time in the background.
    private var isOpen = false
    /// How often the app was opened.
    private(set) var openings = 0
    private var inactiveSince: Int64 = 0

    /// The inactivity after which the app counts as opened again where there is no background, in milliseconds.
    static let longInactivity: Int64 = 30_000

    /// The app was launched; until then nothing is known. Returns false if that was said before.
    mutating func launched(inBackground: Bool, hasBackground: Bool) -> Bool {
        guard !isFollowed else { return false }
        (isFollowed, wasLaunchedInBackground, self.hasBackground) = (true, inBackground, hasBackground)
        return true
    }

    /// The app became active. Returns whether that opened it.
    mutating func activated(uptime: Int64) -> Bool {
        let opens = !isOpen || !hasBackground && !isActive && uptime - inactiveSince >= Presence.longInactivity
        (isActive, isOpen, openings) = (true, true, openings + (opens ? 1 : 0))
        return opens
    }

    /// The app is no longer active, but may still be on the screen. Returns whether the system tells when it is not.
    mutating func deactivated(uptime: Int64) -> Bool {
        (isActive, inactiveSince) = (false, uptime)
        return hasBackground
    }

    /// The app left the screen.
    mutating func enteredBackground() { (isActive, isOpen) = (false, false) }

    /// The state in which a notification reaches the app; nil if that is not known.
    var appState: AppState? {
        guard isFollowed else { return nil }
        if isActive { return .foreground }
        return openings > 0 || wasLaunchedInBackground ? .background : .notRunning
    }
}
