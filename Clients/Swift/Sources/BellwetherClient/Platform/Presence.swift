/// Tracks whether the app is on the screen.
struct Presence: Sendable, Hashable {
    /// Whether the system reports entering the background. macOS does not; there, long inactivity counts instead.
    private var hasBackground = true
    private var isFollowed = false
    private var isActive = false
    private var wasLaunchedInBackground = false
    /// Whether `app_opened` has been recorded since the launch or the last time in the background.
    private var isOpen = false
    private(set) var openings = 0
    private var inactiveSince: Int64 = 0

    /// The inactivity in milliseconds after which an activation counts as an app open if `hasBackground` is false.
    static let longInactivity: Int64 = 30_000

    /// Starts tracking. Returns false if it was already tracking.
    mutating func launched(inBackground: Bool, hasBackground: Bool) -> Bool {
        guard !isFollowed else { return false }
        (isFollowed, wasLaunchedInBackground, self.hasBackground) = (true, inBackground, hasBackground)
        return true
    }

    /// Records that the app became active. Returns whether that counts as an app open.
    mutating func activated(uptime: Int64) -> Bool {
        let opens = !isOpen || !hasBackground && !isActive && uptime - inactiveSince >= Presence.longInactivity
        (isActive, isOpen, openings) = (true, true, openings + (opens ? 1 : 0))
        return opens
    }

    /// Records that the app is no longer active; it may still be on the screen. Returns `hasBackground`.
    mutating func deactivated(uptime: Int64) -> Bool {
        (isActive, inactiveSince) = (false, uptime)
        return hasBackground
    }

    mutating func enteredBackground() { (isActive, isOpen) = (false, false) }

    /// The app state to report with a notification; nil before `launched`.
    var appState: AppState? {
        guard isFollowed else { return nil }
        if isActive { return .foreground }
        return openings > 0 || wasLaunchedInBackground ? .background : .notRunning
    }
}
