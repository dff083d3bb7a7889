/// A requirement on the value of a field.
enum Form {
    case uuid, ownUUID, string, appID, appOfKey, timestamp, notAfterIngest, sequence, object, osName, osVersion
    case androidVersion, status, answer, text

    /// The requirement in words, to follow "must be".
    var description: String {
        switch self {
        case .uuid: "a UUID such as 0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55"
        case .ownUUID: "the installation's own UUID, not the one of zeros or of ones, which many devices share"
        case .string: "a string"
        case .appID: "a string of 1 to 155 characters of A-Z a-z 0-9 . _ -"
        case .appOfKey: "the app that the key belongs to"
        case .timestamp: "a valid RFC 3339 time of 1970-2100 with offset, such as 2026-03-01T17:15:30.123+09:00"
        case .notAfterIngest: "at most 24 hours after the time of ingest"
        case .sequence: "a whole number from 0 to 9007199254740991"
        case .object: "an object"
        case .osName: "one of iOS, iPadOS, tvOS, watchOS, visionOS, macOS, Android, web"
        case .osVersion: "one to three numbers of up to three digits separated by dots, such as 17.4.1"
        case .androidVersion: "the version of Android, such as 13, not its API level, such as 33"
        case .status: "one of not_determined, denied, authorized, provisional, ephemeral"
        case .answer: "one of accepted, declined, dismissed"
        case .text: "a string of 1 to \(Text.greatestLength) characters"
        }
    }
}

/// The maximum lengths of text, in Unicode scalar values.
enum Text {
    /// For `app_version`, `device_model` and `locale`, of which this many are kept.
    static let greatestShortLength = 64
    /// For the texts in `data`.
    static let greatestLength = 255
    /// For `app_id`.
    static let greatestAppIDLength = 155
}
