import BellwetherClient
import Foundation

/// The experiment "primer": half of the users meet the shop's own question before the system's dialog.
enum PrimerExperiment {
    /// The arm of this installation. Drawn at the first call and kept.
    static var variant: String {
        if let kept = UserDefaults.standard.string(forKey: "primer") { return kept }
        let drawn = Bool.random() ? "primer" : "control"
        UserDefaults.standard.set(drawn, forKey: "primer")
        return drawn
    }

    /// Assigns a user who has not decided yet. An arm that was recorded before is not recorded again.
    static func assign() {
        bellwether.assigned(experiment: "primer", variant: variant)
    }
}
