/// Tracks whether the app is on the screen.
struct Presence: Sendable, Hashable {
    /// Whether the system reports entering the background. macOS does not; there, long inactivity counts instead.
    private var hasBackground = true
    /// The uptime in milliseconds when tracking started, or later the launch ended; nil before.
    private var launchedAt: Int64?
    private var isActive = false
    /// Whether `app_opened` has been recorded since the launch or the last time in the background.
    private var isOpen = false
    private(set) var openings = 0
    private var inactiveSince: Int64 = 0

    /// The inactivity in milliseconds after which an activation counts as an app open if `hasBackground` is false.
    static let longInactivity: Int64 = 30_000

    /// The time in milliseconds after a launch in which a tap counts as its cause, if the app has not become active.
    static let launchTime: Int64 = 5_000

    /// Starts tracking. Returns false if it was already tracking.
    mutating func launched(uptime: Int64, hasBackground: Bool) -> Bool {
        guard launchedAt == nil else { return false }
        (launchedAt, self.hasBackground) = (uptime, hasBackground)
        return true
    }

    /// Records that the launch ended. If the app was prewarmed, tracking may have started hours before:
    /// https://developer.apple.com/documentation/uikit/about-the-app-launch-sequence
    mutating func finishedLaunching(uptime: Int64) { launchedAt = uptime }

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

    /// The app's state when a notification arrives that runs its code; nil before `launched`.
    var appStateOnArrival: AppState? { launchedAt == nil ? nil : isActive ? .foreground : .background }

    /// Returns the app's state before a tap; nil before `launched`.
    ///
    /// A tap that launches the app comes before the app becomes active. Only the time tells it from a tap after a launch in the
    /// background: in an app with scenes, the system's state is `background` during every launch.
    func appState(uptime: Int64) -> AppState? {
        guard let launchedAt else { return nil }
        if isActive { return .foreground }
        return openings == 0 && uptime - launchedAt < Presence.launchTime ? .notRunning : .background
    }
}
