import Events

extension CloudEvent {
    /// What becomes of the event: that of its contract form, in the words of its own form.
    func judged(by judge: Judge) -> Judgement {
        let judgement = judge.judge(contractBytes)
        if let fault { return .rejected(judgement.reject(fault.reason, fault.detail)) }
        guard case .rejected(let reject) = judgement else { return judgement }
        return .rejected(judgement.reject(reject.reason, Self.translated(reject)))
    }

    /// What the contract's fields are called in a CloudEvent.
    private static let names = [
        ("app_id", "source (its last path component is app_id)"), ("installation_id", "subject (installation_id)"),
        ("occurred_at", "time (occurred_at)"), ("sent_at", "data.sent_at"), ("received_at", "data.received_at"),
        ("sequence", "data.sequence"), ("os", "data.os"), ("app_version", "data.app_version"),
        ("device_model", "data.device_model"), ("locale", "data.locale"),
    ]

    /// The detail of a reject with the names of the sender; offsets, which count in other bytes, left out.
    private static func translated(_ reject: Reject) -> String {
        if reject.reason == .invalidJSON, let colon = reject.detail.firstRange(of: ": ") {
            return "in data.os or data.data " + reject.detail[colon.upperBound...]
        }
        let field = reject.detail.prefix { $0.isLetter || $0 == "_" }
        guard let name = names.first(where: { $0.0 == field })?.1 else { return reject.detail }
        return String((name + reject.detail.dropFirst(field.count)).unicodeScalars.prefix(200))
    }
}

extension Judgement {
    /// A reject with what could be read of the event.
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
