#if canImport(UIKit) && !canImport(Darwin)
@testable import BellwetherClient
import Foundation
import UserNotifications

/// The notification center of a phone: its permission, and the system's dialog.
final class PhoneCenter: NotificationPhone {
    typealias Answer = @Sendable (Bool, (any Error)?) -> Void

    private struct State {
        var status = UNAuthorizationStatus.notDetermined
        var enabled: Set<String> = []
        var dialogs: [Answer] = []
        var delegate: WeakDelegate?
    }

    private struct WeakDelegate {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
    }

    private let state = Lock(State())

    /// What the user finds in the settings of an app that may show everything.
    static let everything: Set = ["alert", "sound", "badge", "banner", "lockScreen", "center"]

    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { nil }
        set {}
    }

    var status: AuthorizationStatus {
        PermissionReading(rawStatus: state.withLock { $0.status.rawValue }).status ?? .notDetermined
    }

    /// What is on in the app's settings.
    var enabled: Set<String> { state.withLock { $0.enabled } }

    func set(_ status: AuthorizationStatus, enabled: Set<String>? = nil) {
        let values: [AuthorizationStatus: Int] = [.denied: 1, .authorized: 2, .provisional: 3, .ephemeral: 4]
        let usual: Set<String> =
            switch status {
            case .authorized: PhoneCenter.everything
            case .provisional: ["center"]
            default: []
            }
        state.withLock { state in
            state.status = UNAuthorizationStatus(rawValue: values[status] ?? 0)
            state.enabled = enabled ?? usual
        }
    }

    /// Whether the dialog is up.
    var isAsking: Bool { state.withLock { !$0.dialogs.isEmpty } }

    /// Closes the dialog, and gives those who asked their answers.
    func answer(_ isGranted: Bool, error: (any Error)? = nil) {
        let dialogs = state.withLock { state in
            defer { state.dialogs = [] }
            return state.dialogs
        }
        for dialog in dialogs { dialog(isGranted, error) }
    }

    func settings(_ answer: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let (status, enabled) = state.withLock { ($0.status, $0.enabled) }
        answer(UNNotificationSettings(status, enabled: enabled))
    }

    func request(_ options: UNAuthorizationOptions, _ answer: @escaping Answer) {
        switch status {
        case .authorized: answer(true, nil)
        case .denied: answer(false, nil)
        case _ where !options.contains(.provisional): state.withLock { $0.dialogs.append(answer) }
        case .notDetermined:
            set(.provisional)
            answer(true, nil)
        default: answer(true, nil)
        }
    }
}
#endif
