import Events

extension CloudEvent {
    /// Validates the event in the event format. Rejects are described in the terms of CloudEvents.
    func validated(by validator: EventValidator) -> Validation {
        let validation = validator.validate(contractBytes)
        if let fault { return .rejected(validation.reject(fault.reason, fault.detail)) }
        guard case .rejected(let reject) = validation else { return validation }
        return .rejected(validation.reject(reject.reason, Self.translated(reject)))
    }

    /// The CloudEvent names of the event format's fields.
    private static let names = FieldNames([
        "app_id": "source (its last path component is app_id)", "installation_id": "subject (installation_id)",
        "device_id": "data.device_id", "occurred_at": "time (occurred_at)", "sent_at": "data.sent_at",
        "received_at": "data.received_at", "sequence": "data.sequence", "os": "data.os",
        "app_version": "data.app_version", "device_model": "data.device_model", "locale": "data.locale",
    ])

    /// Returns a reject's detail with the sender's names. Byte offsets are left out, because they refer to the
    /// converted event.
    private static func translated(_ reject: Reject) -> String {
        if reject.reason == .invalidJSON, let colon = reject.detail.firstRange(of: ": ") {
            return "in data.os or data.data " + reject.detail[colon.upperBound...]
        }
        return names.translated(reject.detail)
    }
}

extension Validation {
    /// Returns a reject with what could be read of the event.
    func reject(_ reason: RejectReason, _ detail: String) -> Reject {
        switch self {
        case .accepted(let event):
            return Reject(
                reason: reason, detail: detail, receivedAt: event.receivedAt, appID: event.appID,
                installationID: event.installationID)
        case .rejected(let reject):
            return Reject(
                reason: reason, detail: detail, receivedAt: reject.receivedAt, appID: reject.appID,
                installationID: reject.installationID)
        }
    }
}
