/// What can be wrong with a line. Each makes the contract reject it, whatever event it is made of.
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
}
