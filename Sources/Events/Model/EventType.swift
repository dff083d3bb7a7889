// The enum, with what the decoder asks of a type, is written by the build (Sources/write-event-type) from
// http/schemas/event.json.

extension EventType {
    /// The wire name as a `String`, such as `prompt_shown`.
    public var name: String { wireName.description }

    /// Looks up the type by its wire name, case-sensitively; nil if there is none.
    public init?(name: String) {
        var name = name
        guard let type = name.withUTF8({ EventType(utf8: $0) }) else { return nil }
        self = type
    }

    /// Looks up the type by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        guard let type = Self.candidate(utf8: word), word.spells(type.wireName) else { return nil }
        self = type
    }
}
