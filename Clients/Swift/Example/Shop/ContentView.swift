import SwiftUI
import UserNotifications

struct ContentView: View {
    @Environment(\.scenePhase) private var phase
    @State private var status = UNAuthorizationStatus.notDetermined

    var body: some View {
        List {
            PermissionSection(status: status, refresh: refresh)
            SettingsSection(status: status)
            ConsentSection(refresh: refresh)
        }
        .task(id: phase) { await refresh() }
    }

    /// Reads the status again. It may have changed while the app was in the background.
    private func refresh() async {
        status = await UNUserNotificationCenter.current().notificationSettings().authorizationStatus
        if status == .notDetermined || status == .provisional { await PrimerExperiment.assign() }
    }
}
