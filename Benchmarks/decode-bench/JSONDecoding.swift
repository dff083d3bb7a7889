import Foundation

/// Counts the lines that Foundation's `JSONDecoder` decodes as a `DecodedEvent`, which validates only the types.
func countDecoded(_ file: LinesInMemory, _ lines: ArraySlice<Range<Int>>) -> Int {
    let decoder = JSONDecoder()
    return lines.count { line in
        (try? decoder.decode(DecodedEvent.self, from: Data(file.bytes[line]))) != nil
    }
}

/// The members that the program reads, with decoding synthesized by the compiler. Times stay text.
struct DecodedEvent: Codable {
    let id: UUID
    let type: String
    let appID: String
    let installationID: UUID
    let occurredAt: String
    let sentAt: String?
    let receivedAt: String?
    let sequence: Int64?
    let os: System?
    let appVersion: String?
    let deviceModel: String?
    let locale: String?
    let data: Details?

    enum CodingKeys: String, CodingKey {
        case id, type, sequence, os, locale, data
        case appID = "app_id"
        case installationID = "installation_id"
        case occurredAt = "occurred_at"
        case sentAt = "sent_at"
        case receivedAt = "received_at"
        case appVersion = "app_version"
        case deviceModel = "device_model"
    }

    /// The operating system of the device.
    struct System: Codable {
        let name: String
        let version: String
    }

    /// The members of `data` of any event type.
    struct Details: Codable {
        let status: String?
        let delivery: String?
        let placement: String?
        let variant: String?
        let notificationID: String?
        let campaign: String?
        let action: String?
        let appState: String?
        let trigger: String?
        let options: [String]?

        enum CodingKeys: String, CodingKey {
            case status, delivery, placement, variant, campaign, action, trigger, options
            case notificationID = "notification_id"
            case appState = "app_state"
        }
    }
}
