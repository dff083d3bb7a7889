import BellwetherClient
import SwiftUI

/// The shop's own question before the system's dialog. It is recorded each time it comes up.
struct Primer: View {
    let answer: (PrimerAnswer) -> Void

    var body: some View {
        Text("Shall we tell you when your parcel is at the door?")
        Button("Yes") { answer(.accepted) }
        Button("Not now") { answer(.declined) }
            .task(id: 0) { bellwether.primerShown(placement: "onboarding") }
    }
}
