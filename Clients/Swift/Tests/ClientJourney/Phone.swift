@testable import BellwetherClient
import Foundation
import UserNotifications

/// An invented phone: its clock, its permission and the system's dialog.
final class Phone: NotificationPhone {
    private struct State {
        var status = UNAuthorizationStatus.notDetermined
        var dialog: (@Sendable (Bool, (any Error)?) -> Void)?
        var isProvisional = false
        /// Seconds since 1970.
        var time: Int64
        weak var delegate: (any UNUserNotificationCenterDelegate)?
    }

    private let state: Lock<State>

    /// Creates a phone whose clock shows this number of seconds since 1970, until `pass`.
    init(time: Int64) { state = Lock(State(time: time)) }

    func read() -> ClockReading {
        let time = state.withLock { $0.time }
        return ClockReading(wall: Timestamp(microseconds: time * 1_000_000, offset: 120), uptime: time * 1_000)
    }

    /// Lets seconds pass.
    func pass(_ seconds: Int64) { state.withLock { $0.time += seconds } }

    var status: UNAuthorizationStatus {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    /// Waits until the dialog is up.
    func dialog() async throws {
        while state.withLock({ $0.dialog == nil }) { try await Task.sleep(nanoseconds: 1_000_000) }
    }

    /// Answers the dialog.
    func answer(_ status: UNAuthorizationStatus) {
        let dialog = state.withLock { state in
            state.status = status
            defer { state.dialog = nil }
            return state.dialog
        }
        dialog?(status == .authorized, nil)
    }

    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { state.withLock { Kept($0.delegate) }.delegate }
        set {
            let kept = Kept(newValue)
            state.withLock { $0.delegate = kept.delegate }
        }
    }

    func settings(_ answer: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let status = status
        let enabled: Set<String> =
            switch status {
            case .authorized: ["alert", "badge", "banner", "center", "lockScreen", "sound"]
            case .provisional: ["center"]
            default: []
            }
        answer(UNNotificationSettings(status, enabled: enabled))
    }

    func request(_ options: UNAuthorizationOptions, _ answer: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        if options.contains(.provisional) {
            status = .provisional
            answer(true, nil)
        } else {
            state.withLock { $0.dialog = answer }
        }
    }
}

/// Carries the delegate through the lock. The phone only hands it back.
private struct Kept: @unchecked Sendable {
    let delegate: (any UNUserNotificationCenterDelegate)?

    init(_ delegate: (any UNUserNotificationCenterDelegate)?) { self.delegate = delegate }
}
