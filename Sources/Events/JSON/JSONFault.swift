/// Why and where a text is not JSON as the event contract requires it.
struct JSONFault: Error {
    /// The rule that the text breaks, of RFC 8259 or of the contract's additions to it.
    enum Kind {
        case noObject
        case textAfterObject
        case severalObjects
        case noName
        case noColon
        case noCommaOrBrace
        case noCommaOrBracket
        case noValue
        case controlCharacter
        case unclosedString
        case unknownEscape
        case unpairedSurrogate
        case nulCharacter
        case malformedNumber
        case exponentOutOfRange
        case infiniteNumber
        case tooDeep
        case repeatedName
    }

    var kind: Kind
    /// The position in bytes from the start of the text.
    var offset: Int
    /// For `repeatedName`: the name that occurs twice.
    var name = JSONValue()
}
