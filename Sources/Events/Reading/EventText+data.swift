/// Reads the members of `data` that mean something for an event's type, and what is left.
struct EventData {
    private let text: EventText
    private let type: EventType

    /// The `data` of the event `text` of type `type`.
    init(_ text: EventText, of type: EventType) {
        self.text = text
        self.type = type
    }

    /// What `parse` makes of the member `key`; nil when it means nothing for the type, is absent, empty or no string, or
    /// `parse` gives nil.
    func word<Result>(_ key: DataKey, _ parse: (Bytes) -> Result?) -> Result? {
        let value = text[key]
        guard type.gives(meaningTo: key), value.kind == .string, !value.isEmptyText else { return nil }
        return text.bytes.withText(of: value, parse)
    }

    /// The text of the member `key`, 1–255 characters; nil as for `word`.
    func string(_ key: DataKey) -> String? {
        word(key) { String(utf8: $0, atMost: Text.greatestLength) }
    }

    /// One JSON object of the members that no field of `event` holds, in their order and with their own bytes; nil when
    /// there is none. Null members, and empty texts that mean something for the type, count as absent.
    func rest(beside event: Event) -> String? {
        var members = text.data.others.filter { !$0.value.isAbsent }
        let known = DataKey.allCases.filter { !text[$0].isAbsent && !isAbsentOrHeld($0, by: event) }
        if !known.isEmpty {
            members.append(contentsOf: known.map { text.data[$0] })
            members.sort { $0.range.lowerBound < $1.range.lowerBound }
        }
        return members.isEmpty ? nil : object(of: members)
    }

    private func isAbsentOrHeld(_ key: DataKey, by event: Event) -> Bool {
        guard type.gives(meaningTo: key), !text[key].isEmptyText else { return type.gives(meaningTo: key) }
        return switch key {
        case .status: event.status != nil
        case .delivery: event.delivery != nil
        case .placement: event.placement != nil
        case .variant: event.variant != nil
        case .notificationID: event.notificationID != nil
        case .campaign: event.campaign != nil
        case .action: event.action != nil
        case .appState: event.appState != nil
        case .trigger: event.trigger != nil
        }
    }

    private func object(of members: [JSONMember]) -> String {
        let length = members.reduce(1) { $0 + $1.range.count + 1 }
        return String(unsafeUninitializedCapacity: length) { object in
            var end = 0
            for member in members {
                object[end] = end == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")
                end = object[(end + 1)...].update(fromContentsOf: text.bytes[member.range])
            }
            object[end] = UInt8(ascii: "}")
            return end + 1
        }
    }
}
