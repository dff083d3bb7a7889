import BellwetherClient
import SwiftUI
import UserNotifications

/// Asks for permission: with the system's dialog, with a primer before it, or provisionally.
struct PermissionSection: View {
    let status: UNAuthorizationStatus
    let refresh: () async -> Void
    @State private var isPrimerShown = false

    var body: some View {
        Section("Notifications") {
            Text("Hear when your parcel arrives.")
            Button("Notify me") { Task { await start() } }
                .disabled(status == .authorized || status == .denied)
            if isPrimerShown { Primer(answer: finishPrimer) }
            Button("Start quietly") { ask([.alert, .badge, .sound, .provisional]) }
                .disabled(status != .notDetermined)
        }
    }

    private func start() async {
        if await PrimerExperiment.variant == "primer" {
            isPrimerShown = true
        } else {
            ask([.alert, .badge, .sound])
        }
    }

    private func finishPrimer(_ answer: PrimerAnswer) {
        bellwether.primerAnswered(answer)
        isPrimerShown = false
        if answer == .accepted { ask([.alert, .badge, .sound]) }
    }

    private func ask(_ options: UNAuthorizationOptions) {
        Task {
            _ = try? await bellwether.requestAuthorization(options, placement: "onboarding")
            await refresh()
        }
    }
}
