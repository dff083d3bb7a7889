extension EventText {
    /// Calls `body` with the text of a field of `data`. Returns nil without calling it if the field has no meaning for
    /// `type`, or is not a string of 1–255 characters.
    @inline(__always)
    func withText<Result>(_ field: Field, of type: EventType, _ body: (Bytes) -> Result) -> Result? {
        let value = self[field]
        guard value.kind == .string, !value.isEmptyText, type.gives(meaningTo: field) else { return nil }
        return bytes.withText(of: value) { $0.hasAtMost(Text.greatestLength) ? body($0) : nil }
    }

    /// Appends a JSON object of the members of `data` that `record` does not hold, in their order and with their own
    /// bytes. Appends nothing if there are none. Null members, and empty texts that have a meaning for the type, count
    /// as absent.
    func appendRest(beside record: EventRecord, to texts: inout [UInt8]) {
        var isFirst = true
        let left = leftFields(by: record)
        // Merge the members that the event contract does not define with the remaining fields. Both lists are ordered
        // by position.
        var (other, field) = (0, 0)
        while other < others.members.count || field < left.count {
            let isOther =
                field == left.count
                || other < others.members.count
                    && others.members[other].range.lowerBound < member(left[field]).range.lowerBound
            let next = isOther ? others.members[other] : member(left[field])
            if isOther { other += 1 } else { field += 1 }
            guard !next.value.isAbsent else { continue }
            texts.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
            texts.append(contentsOf: bytes.part(next.range))
            isFirst = false
        }
        if !isFirst { texts.append(UInt8(ascii: "}")) }
    }

    /// Returns the known fields of `data` that are present but that `record` does not hold, in the order in which they
    /// were written.
    private func leftFields(by record: EventRecord) -> [Field] {
        var left: [Field] = []
        for field in Field.ofData where isLeft(field, by: record) { left.append(field) }
        return left.count < 2 ? left : left.sorted { member($0).range.lowerBound < member($1).range.lowerBound }
    }

    private func isLeft(_ field: Field, by record: EventRecord) -> Bool {
        guard !self[field].isAbsent else { return false }
        guard record.type.gives(meaningTo: field) else { return true }
        return !self[field].isEmptyText && !record.holds(field)
    }
}

extension EventRecord {
    /// Returns whether a field of `data` has a value in this record.
    fileprivate func holds(_ field: Field) -> Bool {
        switch field {
        case .status: status != nil
        case .delivery: delivery != nil
        case .placement: placement != .none
        case .variant: variant != .none
        case .notificationID: !notificationID.isEmpty
        case .campaign: campaign != .none
        case .action: action != .none
        case .appState: appState != nil
        case .trigger: trigger != nil
        default: false
        }
    }
}
