extension EventText {
    /// What `parse` makes of the member `key` of `data`; nil when it means nothing for `type`, is absent, empty or no
    /// string, or `parse` gives nil.
    func word<Result>(_ key: DataKey, of type: EventType, _ parse: (Bytes) -> Result?) -> Result? {
        let value = self[key]
        guard type.gives(meaningTo: key), value.kind == .string, !value.isEmptyText else { return nil }
        return bytes.withText(of: value, parse)
    }

    /// The text of the member `key` of `data`, 1–255 characters; nil as for `word`.
    func string(_ key: DataKey, of type: EventType) -> String? {
        word(key, of: type) { String(utf8: $0, atMost: Text.greatestLength) }
    }

    /// One JSON object of the members that no field of `event` holds, in their order and with their own bytes; nil when
    /// there is none. Null members, and empty texts that mean something for the type, count as absent.
    func rest(beside event: Event) -> String? {
        var members = data.others.filter { !$0.value.isAbsent }
        let others = members.count
        for key in DataKey.allCases where isLeft(key, by: event) { members.append(data[key]) }
        if members.count > others { members.sort { $0.range.lowerBound < $1.range.lowerBound } }
        return members.isEmpty ? nil : object(of: members)
    }

    /// Whether the member `key` of `data` is there but held by no field of `event`.
    private func isLeft(_ key: DataKey, by event: Event) -> Bool {
        guard !self[key].isAbsent else { return false }
        guard event.type.gives(meaningTo: key) else { return true }
        return !self[key].isEmptyText && !event.holds(key)
    }

    private func object(of members: [JSONMember]) -> String {
        let length = members.reduce(1) { $0 + $1.range.count + 1 }
        return String(unsafeUninitializedCapacity: length) { object in
            var end = 0
            for member in members {
                object[end] = end == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")
                end = object[(end + 1)...].update(fromContentsOf: bytes[member.range])
            }
            object[end] = UInt8(ascii: "}")
            return end + 1
        }
    }
}

extension Event {
    /// Whether the field for the member `key` of `data` has a value.
    fileprivate func holds(_ key: DataKey) -> Bool {
        switch key {
        case .status: status != nil
        case .delivery: delivery != nil
        case .placement: placement != nil
        case .variant: variant != nil
        case .notificationID: notificationID != nil
        case .campaign: campaign != nil
        case .action: action != nil
        case .appState: appState != nil
        case .trigger: trigger != nil
        }
    }
}
