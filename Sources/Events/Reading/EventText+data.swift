extension EventText {
    /// Calls `body` with the text of a field of the event's `data`. Returns nil without calling it if the field has no
    /// meaning for `type` (the event format defines it for other types), or is not a string of 1 to
    /// `Text.greatestLength` characters.
    @inline(__always)
    func withText<Result>(_ field: Field, of type: EventType, _ body: (Bytes) -> Result) -> Result? {
        let value = self[field]
        guard value.kind == .string, !value.isEmptyText, type.gives(meaningTo: field) else { return nil }
        return bytes.withText(of: value) { $0.hasAtMost(Text.greatestLength) ? body($0) : nil }
    }

    /// Appends a JSON object of the members of `data` that `record` does not hold, in the order and with the bytes of
    /// the input. Appends nothing if there are none. Null members count as absent, as do empty strings in fields that
    /// have a meaning for the type.
    func appendRest(notIn record: EventRecord, to texts: inout [UInt8]) {
        var isFirst = true
        let fields = self.fields(notIn: record)
        // Merge the members that the event contract does not define with the remaining fields. Both lists are ordered
        // by position.
        var (other, field) = (0, 0)
        while other < others.members.count || field < fields.count {
            let isOther =
                field == fields.count
                || other < others.members.count
                    && others.members[other].range.lowerBound < member(fields[field]).range.lowerBound
            let next = isOther ? others.members[other] : member(fields[field])
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
    private func fields(notIn record: EventRecord) -> [Field] {
        var fields: [Field] = []
        for field in Field.ofData where isPresent(field, notIn: record) { fields.append(field) }
        return fields.count < 2 ? fields : fields.sorted { member($0).range.lowerBound < member($1).range.lowerBound }
    }

    private func isPresent(_ field: Field, notIn record: EventRecord) -> Bool {
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
        case .experiment: experiment != .none
        case .answer: answer != nil
        case .settings: settings != nil && !hasOtherSettings
        case .notificationID: !notificationID.isEmpty
        case .campaign: campaign != .none
        case .action: action != .none
        case .appState: appState != nil
        case .trigger: trigger != nil
        default: false
        }
    }
}
