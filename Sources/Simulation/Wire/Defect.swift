/// A defect that makes the event contract reject a line, whatever event the line contains.
enum Defect: UInt8, Sendable, CaseIterable {
    case cutOff
    case notUTF8
    case doubleMember
    case hugeNumber
    case missingID
    case missingType
    case missingInstallation
    case missingOccurredAt
    case missingStatus
    case malformedID
    case malformedTime
    case malformedVersion
    case negativeSequence
    case unknownType
    case provisionalBeforeItsTime
    case fromTheFuture
    case beforeTheFirstApps
    case tooMuchData

    /// The contract's reject reason.
    var reason: String {
        switch self {
        case .cutOff, .doubleMember, .hugeNumber: "invalid_json"
        case .notUTF8: "invalid_utf8"
        case .missingID, .missingType, .missingInstallation, .missingOccurredAt, .missingStatus: "missing_field"
        case .malformedID, .malformedTime, .malformedVersion, .negativeSequence: "invalid_field"
        case .unknownType: "unknown_type"
        case .provisionalBeforeItsTime: "impossible_for_os"
        case .fromTheFuture: "occurred_in_future"
        case .beforeTheFirstApps: "occurred_too_early"
        case .tooMuchData: "too_large"
        }
    }

    /// Whether `received_at` can be read: the line is valid UTF-8 and JSON.
    var leavesReceiptReadable: Bool { reason != "invalid_json" && reason != "invalid_utf8" }
}
