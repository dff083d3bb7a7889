/// The members that the event contract defines: at the top level, in `os` and in `data`. Up to `notificationID` the
/// cases are in the order in which missing and invalid fields are reported.
enum Field: Int {
    case id, type, appID, installationID, deviceID, occurredAt, sentAt, receivedAt, sequence, os, osName, osVersion
    case appVersion, deviceModel, locale, data, status, experiment, variant, answer, notificationID
    case delivery, settings, placement, campaign, action, appState, trigger

    /// The number of cases, of which `trigger` is the last.
    static let count = trigger.rawValue + 1
    /// The members of `data`.
    static let ofData: [Field] = [
        .status, .experiment, .variant, .answer, .notificationID, .delivery, .settings, .placement, .campaign, .action,
        .appState, .trigger,
    ]

    /// The name used in messages; members of `os` and `data` have that prefix, such as `os.name`.
    var name: String {
        switch self {
        case .id: "id"
        case .type: "type"
        case .appID: "app_id"
        case .installationID: "installation_id"
        case .deviceID: "device_id"
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
        case .experiment: "data.experiment"
        case .variant: "data.variant"
        case .answer: "data.answer"
        case .notificationID: "data.notification_id"
        case .delivery: "data.delivery"
        case .settings: "data.settings"
        case .placement: "data.placement"
        case .campaign: "data.campaign"
        case .action: "data.action"
        case .appState: "data.app_state"
        case .trigger: "data.trigger"
        }
    }
}

extension Field {
    /// Looks up a top-level field by its wire name; nil if there is none.
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
        case 9 where word.spells("device_id"): self = .deviceID
        case 11 where word.spells("occurred_at"): self = .occurredAt
        case 11 where word.spells("received_at"): self = .receivedAt
        case 11 where word.spells("app_version"): self = .appVersion
        case 12 where word.spells("device_model"): self = .deviceModel
        case 15 where word.spells("installation_id"): self = .installationID
        default: return nil
        }
    }

    /// Looks up a field of `os` by its wire name; nil if there is none.
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

    /// Looks up a field of `data` by its wire name; nil if there is none.
    @inline(__always)
    init?(ofData word: Bytes) {
        switch word.count {
        case 6 where word.spells("status"): self = .status
        case 6 where word.spells("action"): self = .action
        case 6 where word.spells("answer"): self = .answer
        case 7 where word.spells("variant"): self = .variant
        case 7 where word.spells("trigger"): self = .trigger
        case 8 where word.spells("delivery"): self = .delivery
        case 8 where word.spells("campaign"): self = .campaign
        case 8 where word.spells("settings"): self = .settings
        case 9 where word.spells("placement"): self = .placement
        case 9 where word.spells("app_state"): self = .appState
        case 10 where word.spells("experiment"): self = .experiment
        case 15 where word.spells("notification_id"): self = .notificationID
        default: return nil
        }
    }
}
