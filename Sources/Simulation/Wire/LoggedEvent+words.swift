extension LoggedEvent {
    /// The version of the app that it tells of, nil where it tells of none.
    func appVersion(on installation: Installation) -> String? {
        guard type != .notificationSent, !installation.habits.contains(.noAppVersion) else { return nil }
        let version = "\(4 + Int(software.app) / 24).\(Int(software.app) % 24).0"
        return installation.habits.contains(.betaVersion) ? version + "-beta" : version
    }

    /// The release that it tells of, nil for what a sender sends without it.
    var release: OSRelease? {
        type == .notificationSent && id.low % 5 < 2 ? nil : OSRelease.all[Int(software.release)]
    }

    /// The placement of a prompt.
    var placement: String? {
        guard case .prompt(let placement, _) = detail else { return nil }
        return Vocabulary.placements[Int(placement)]
    }

    /// The arm of a prompt, nil where the client tells of none.
    var variant: String? {
        guard case .prompt(_, let variant) = detail, id.low % 64 != 9 else { return nil }
        return Vocabulary.variants[Int(variant)]
    }

    /// The notification that it is about, if it names one.
    var notification: Notification? {
        switch detail {
        case .push(let notification, _): notification
        case .local(let notification, _): notification
        default: nil
        }
    }
}
