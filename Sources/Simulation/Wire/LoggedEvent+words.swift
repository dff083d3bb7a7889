extension LoggedEvent {
    /// Returns the app version in the event; nil if it has none.
    func appVersion(on installation: Installation) -> String? {
        guard !isFromServer, !installation.habits.contains(.noAppVersion) else { return nil }
        let version = "\(4 + Int(software.app) / 24).\(Int(software.app) % 24).0"
        return installation.habits.contains(.betaVersion) ? version + "-beta" : version
    }

    /// Returns the device model in the event; nil if it has none. Several phones share the id of a few installations.
    func deviceModel(on installation: Installation) -> String? {
        guard !isFromServer, let release else { return nil }
        let phone = installation.model == 0 ? Int(id.low % 8) : 0
        return Vocabulary.model(Int(installation.model) + phone, on: release.os)
    }

    /// The OS release in the event; nil if a server sends it that doesn't know the OS.
    var release: OSRelease? {
        isFromServer && id.low % 5 < 2 ? nil : OSRelease.all[Int(software.release)]
    }

    /// Whether an open of a push notification names its trigger.
    var namesTrigger: Bool { id.low % 8 != 1 }

    /// The placement of a prompt; nil for other events.
    var placement: String? {
        guard case .prompt(let placement, _) = detail else { return nil }
        return Vocabulary.placements[Int(placement)]
    }

    /// The arm of an assignment; nil for other events.
    var arm: Arm? { if case .arm(let arm, _) = detail { arm } else { nil } }

    /// The variant of an assignment or a prompt; nil for other events and if the client leaves that of a prompt out.
    var variant: String? {
        if let arm { return arm.names.variant }
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
