/// Follows whether the app is on the screen.
struct Presence: Sendable, Hashable {
    /// Whether the system reports that the app enters the background. If not (macOS), a long inactivity counts as that.
    private var hasBackground = true
    /// Whether the app is followed. Until then nothing is known.
    private(set) var isFollowed = false
    private var isActive = false
    private var wasLaunchedInBackground = false
    private var hasBeenActive = false
    /// Whether `app_opened` has been recorded since the launch or the last time in the background.
    private var isOpen = false
    /// How often the app was opened.
    private(set) var openings = 0
    private var inactiveSince: Int64?

    /// The inactivity after which the app counts as opened again where there is no background, in milliseconds.
    static let longInactivity: Int64 = 30_000

    /// The app was launched.
    mutating func launched(inBackground: Bool, hasBackground: Bool) {
        isFollowed = true
        self.hasBackground = hasBackground
        wasLaunchedInBackground = inBackground
    }

    /// The app became active. Returns whether that opened it.
    mutating func activated(uptime: Int64) -> Bool {
        if !hasBackground, let since = inactiveSince, uptime - since >= Presence.longInactivity { isOpen = false }
        let opens = !isOpen
        if opens { openings += 1 }
        (isActive, hasBeenActive, isOpen, inactiveSince) = (true, true, true, nil)
        return opens
    }

    /// The app is no longer active, but may still be on the screen.
    mutating func deactivated(uptime: Int64) {
        isActive = false
        inactiveSince = uptime
    }

    /// The app left the screen.
    mutating func enteredBackground() {
        (isActive, isOpen) = (false, false)
    }

    /// The state in which a notification reaches the app; nil if that is not known.
    var appState: AppState? {
        guard isFollowed else { return nil }
        if isActive { return .foreground }
        return hasBeenActive || wasLaunchedInBackground ? .background : .notRunning
    }
}
