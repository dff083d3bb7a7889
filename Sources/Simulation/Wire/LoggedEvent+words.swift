extension LoggedEvent {
    /// Returns the app version in the event; nil if it has none.
    func appVersion(on installation: Installation) -> String? {
        guard type != .notificationSent, !installation.habits.contains(.noAppVersion) else { return nil }
        let version = "\(4 + Int(software.app) / 24).\(Int(software.app) % 24).0"
        return installation.habits.contains(.betaVersion) ? version + "-beta" : version
    }

    /// Returns the device model in the event; nil if it has none. Several phones share the id of a few installations.
    func deviceModel(on installation: Installation) -> String? {
        guard type != .notificationSent, let release else { return nil }
        let phone = installation.model == 0 ? Int(id.low % 8) : 0
        return Vocabulary.model(Int(installation.model) + phone, on: release.os)
    }

    /// The OS release in the event; nil for sends whose server doesn't know the OS.
    var release: OSRelease? {
        type == .notificationSent && id.low % 5 < 2 ? nil : OSRelease.all[Int(software.release)]
    }

    /// Whether an open of a push notification names its trigger.
    var namesTrigger: Bool { id.low % 8 != 1 }

    /// The placement of a prompt; nil for other events.
    var placement: String? {
        guard case .prompt(let placement, _) = detail else { return nil }
        return Vocabulary.placements[Int(placement)]
    }

    /// The variant of a prompt; nil for other events and if the client leaves it out.
    var variant: String? {
        guard case .prompt(_, let variant) = detail, id.low % 64 != 9 else { return nil }
        return Vocabulary.variants[Int(variant)]
    }

    /// The notification in the event, if it names one.
    var notification: Notification? {
        switch detail {
        case .push(let notification, _): notification
        case .local(let notification, _): notification
        default: nil
        }
    }
}
