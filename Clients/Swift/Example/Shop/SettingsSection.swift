import BellwetherClient
import SwiftUI
import UserNotifications

/// Offers the way to Settings to users who refused.
struct SettingsSection: View {
    let status: UNAuthorizationStatus

    var body: some View {
        Section("Settings") {
            if status == .denied { SettingsOffer() }
            Text("The status is \(status.rawValue).")
        }
    }
}

/// The offer. It is recorded each time it comes up.
struct SettingsOffer: View {
    var body: some View {
        Button("Turn on notifications in Settings") {
            Task { await bellwether.openSettings() }
        }
        .task(id: 0) { bellwether.settingsPromptShown(placement: "inbox") }
    }
}
