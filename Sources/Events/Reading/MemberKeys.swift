/// The names of the members of one object that the contract gives a meaning; the raw value is the place in `Members`.
protocol MemberKey: RawRepresentable<Int> {
    /// The key with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes)
}

/// The members of an event, in the order of the contract's table of fields.
enum EventKey: Int, MemberKey {
    case id, type, appID, installationID, occurredAt, sentAt, receivedAt, sequence, os
    case appVersion, deviceModel, locale, data

    /// The wire name, such as `app_id`.
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
        case .appVersion: "app_version"
        case .deviceModel: "device_model"
        case .locale: "locale"
        case .data: "data"
        }
    }

    init?(utf8 word: Bytes) {
        guard let key = Self.candidate(utf8: word), word.spells(key.name) else { return nil }
        self = key
    }

    /// The one key that `word` can be, by its length and, where several share it, one byte.
    private static func candidate(utf8 word: Bytes) -> EventKey? {
        switch word.count {
        case 2: word[0] == UInt8(ascii: "i") ? .id : .os
        case 4: word[0] == UInt8(ascii: "t") ? .type : .data
        case 6: word[0] == UInt8(ascii: "a") ? .appID : .locale
        case 7: .sentAt
        case 8: .sequence
        case 11:
            switch word[0] {
            case UInt8(ascii: "o"): .occurredAt
            case UInt8(ascii: "r"): .receivedAt
            default: .appVersion
            }
        case 12: .deviceModel
        case 15: .installationID
        default: nil
        }
    }
}

/// The members of `os`.
enum OSKey: Int, MemberKey {
    case name, version

    init?(utf8 word: Bytes) {
        if word.spells("name") {
            self = .name
        } else if word.spells("version") {
            self = .version
        } else {
            return nil
        }
    }
}

/// The members of `data` that mean something for some type and are kept as fields of the event.
enum DataKey: Int, CaseIterable, MemberKey {
    case status, delivery, placement, variant, notificationID, campaign, action, appState, trigger

    /// The wire name, such as `app_state`.
    var name: String {
        switch self {
        case .status: "status"
        case .delivery: "delivery"
        case .placement: "placement"
        case .variant: "variant"
        case .notificationID: "notification_id"
        case .campaign: "campaign"
        case .action: "action"
        case .appState: "app_state"
        case .trigger: "trigger"
        }
    }

    init?(utf8 word: Bytes) {
        guard let key = Self.candidate(utf8: word), word.spells(key.name) else { return nil }
        self = key
    }

    /// The one key that `word` can be, by its length and, where two share it, one byte.
    private static func candidate(utf8 word: Bytes) -> DataKey? {
        switch word.count {
        case 6: word[0] == UInt8(ascii: "s") ? .status : .action
        case 7: word[0] == UInt8(ascii: "v") ? .variant : .trigger
        case 8: word[0] == UInt8(ascii: "d") ? .delivery : .campaign
        case 9: word[0] == UInt8(ascii: "p") ? .placement : .appState
        case 15: .notificationID
        default: nil
        }
    }
}
