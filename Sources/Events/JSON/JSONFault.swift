/// Why, and where, a text is not the JSON that the contract takes.
struct JSONFault: Error {
    /// What the text breaks: RFC 8259, or what the contract asks beyond it.
    enum Kind {
        case noObject
        case textAfterObject
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

    /// What is wrong.
    var kind: Kind
    /// Where, in bytes from the start of the text.
    var offset: Int
    /// The member name that stands there twice, for `repeatedName`.
    var name = JSONValue()
}
