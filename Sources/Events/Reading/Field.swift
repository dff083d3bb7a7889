/// The members to which the contract gives a meaning, at the top level, in `os` and in `data`; the first of them, up to
/// `notificationID`, in the order in which a missing or an invalid one is looked for.
enum Field: Int {
    case id, type, appID, installationID, occurredAt, sentAt, receivedAt, sequence, os, osName, osVersion
    case appVersion, deviceModel, locale, data, status, notificationID
    case delivery, placement, variant, campaign, action, appState, trigger

    /// How many there are.
    static let count = 24
    /// Those of `data`.
    static let ofData: [Field] = [
        .status, .notificationID, .delivery, .placement, .variant, .campaign, .action, .appState, .trigger,
    ]

    /// The name that a developer knows it by, with dots before what stands in `os` or `data`.
    var name: String {
        switch self {
        case .id: "id"
        case .type: "type"
        case .appID: "app_id"
        case .installationID: "installation_id"
        case .occurredAt: "occurred_at"
        case .sentAt: "sent_at"
        case .receivedAt: "received_at"
        case .sequence: "sequence"
        case .os: "os"
        case .osName: "os.name"
        case .osVersion: "os.version"
        case .appVersion: "app_version"
        case .deviceModel: "device_model"
        case .locale: "locale"
        case .data: "data"
        case .status: "data.status"
        case .notificationID: "data.notification_id"
        case .delivery: "data.delivery"
        case .placement: "data.placement"
        case .variant: "data.variant"
        case .campaign: "data.campaign"
        case .action: "data.action"
        case .appState: "data.app_state"
        case .trigger: "data.trigger"
        }
    }
}

extension Field {
    /// The field with the wire name `word` at the top level; nil when there is none.
    @inline(__always)
    init?(ofEvent word: Bytes) {
        switch word.count {
        case 2 where word.spells("id"): self = .id
        case 2 where word.spells("os"): self = .os
        case 4 where word.spells("type"): self = .type
        case 4 where word.spells("data"): self = .data
        case 6 where word.spells("app_id"): self = .appID
        case 6 where word.spells("locale"): self = .locale
        case 7 where word.spells("sent_at"): self = .sentAt
        case 8 where word.spells("sequence"): self = .sequence
        case 11 where word.spells("occurred_at"): self = .occurredAt
        case 11 where word.spells("received_at"): self = .receivedAt
        case 11 where word.spells("app_version"): self = .appVersion
        case 12 where word.spells("device_model"): self = .deviceModel
        case 15 where word.spells("installation_id"): self = .installationID
        default: return nil
        }
    }

    /// The field with the wire name `word` in `os`; nil when there is none.
    @inline(__always)
    init?(ofOS word: Bytes) {
        if word.spells("name") {
            self = .osName
        } else if word.spells("version") {
            self = .osVersion
        } else {
            return nil
        }
    }

    /// The field with the wire name `word` in `data`; nil when there is none.
    @inline(__always)
    init?(ofData word: Bytes) {
        switch word.count {
        case 6 where word.spells("status"): self = .status
        case 6 where word.spells("action"): self = .action
        case 7 where word.spells("variant"): self = .variant
        case 7 where word.spells("trigger"): self = .trigger
        case 8 where word.spells("delivery"): self = .delivery
        case 8 where word.spells("campaign"): self = .campaign
        case 9 where word.spells("placement"): self = .placement
        case 9 where word.spells("app_state"): self = .appState
        case 15 where word.spells("notification_id"): self = .notificationID
        default: return nil
        }
    }
}
