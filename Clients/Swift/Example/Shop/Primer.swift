import BellwetherClient
import SwiftUI

/// The shop's own question before the system's dialog. It is recorded each time it comes up.
struct Primer: View {
    let answer: (PrimerAnswer) -> Void

    var body: some View {
        Text("Would you like to know when your parcel arrives?")
        Button("Yes") { answer(.accepted) }
        Button("Not now") { answer(.declined) }
            .task(id: 0) { bellwether.primerShown(placement: "onboarding") }
    }
}
