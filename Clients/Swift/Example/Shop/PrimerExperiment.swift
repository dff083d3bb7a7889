import BellwetherClient
import Foundation

/// The experiment "primer": half of the users meet the shop's own question before the system's dialog.
enum PrimerExperiment {
    /// The arm of this installation: its id is random, so half of the ids are even. Nil while nothing is collected.
    static var variant: String? {
        get async {
            guard let id = await bellwether.installationID else { return nil }
            return id.uuid.15.isMultiple(of: 2) ? "control" : "primer"
        }
    }

    /// Assigns a user who has not decided yet. An arm that was recorded before is not recorded again.
    static func assign() async {
        guard let variant = await variant else { return }
        bellwether.assigned(experiment: "primer", variant: variant)
    }
}
