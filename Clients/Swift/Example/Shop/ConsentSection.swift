import BellwetherClient
import SwiftUI

/// Starts and stops collecting.
struct ConsentSection: View {
    let refresh: () async -> Void
    @State private var isCollecting = bellwether.isCollecting
    @State private var outcome = ""

    var body: some View {
        Section("Privacy") {
            Toggle("Help to improve notifications", isOn: Binding(get: { isCollecting }, set: choose))
            Button("Send events now") {
                Task { outcome = "\(await bellwether.flush())" }
            }
            Text(outcome)
        }
    }

    private func choose(_ collects: Bool) {
        isCollecting = collects
        Task {
            if collects {
                await bellwether.setCollecting(true)
                await ShopServer.shared.update()
                await refresh()
            } else {
                let ended = await bellwether.setCollecting(false)
                if let ended { await ShopServer.shared.forget(ended) }
            }
        }
    }
}
