import BellwetherClient
import SwiftUI
import UserNotifications

/// Asks for permission, with the system's dialog or provisionally.
struct PermissionSection: View {
    let status: UNAuthorizationStatus
    let refresh: () async -> Void

    var body: some View {
        Section("Notifications") {
            Text("Hear when your parcel arrives.")
            Button("Notify me") { ask([.alert, .badge, .sound]) }
                .disabled(status == .authorized || status == .denied)
            Button("Start quietly") { ask([.alert, .badge, .sound, .provisional]) }
                .disabled(status != .notDetermined)
        }
    }

    private func ask(_ options: UNAuthorizationOptions) {
        Task {
            _ = try? await bellwether.requestAuthorization(options, placement: "onboarding")
            await refresh()
        }
    }
}
