public import Events

extension Validation {
    /// The event if it was accepted.
    public var event: Event? {
        guard case .accepted(let event) = self else { return nil }
        return event
    }

    /// The reject if it was rejected.
    public var reject: Reject? {
        guard case .rejected(let reject) = self else { return nil }
        return reject
    }
}

extension Event {
    /// The members of `data` that the event has, by their wire names.
    public var readData: [String: String] {
        [
            "status": status?.rawValue, "delivery": delivery?.rawValue, "answer": answer?.rawValue,
            "placement": placement, "variant": variant, "experiment": experiment, "notification_id": notificationID,
            "campaign": campaign, "action": action, "app_state": appState?.rawValue, "trigger": trigger?.rawValue,
            "settings": settings.map { "\($0.bits)" },
        ].compactMapValues { $0 }
    }
}
