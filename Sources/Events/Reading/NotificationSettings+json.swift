extension NotificationSettings {
    /// Reads a JSON object of `bytes`, which the scanner must have passed. `isWhole`: whether they hold every member of it
    /// that is not null. Of two members of one name the last counts, and one of another form counts as absent.
    static func read(_ object: JSONValue, in bytes: Bytes) -> (settings: NotificationSettings, isWhole: Bool) {
        var settings = NotificationSettings()
        var isWhole = true
        var scanner = JSONScanner(bytes)
        scanner.position = object.range.lowerBound
        guard let start = try? scanner.open() else { return (settings, false) }
        while let name = try? scanner.nextName(since: start), name.kind != .absent,
            let value = try? scanner.passValue()
        {
            let isHeld = bytes.withText(of: name) { settings.take(value, in: bytes, named: $0) }
            isWhole = isWhole && (isHeld || value.isAbsent)
        }
        return (settings, isWhole)
    }

    /// Takes the value of a member; a value of another form makes it absent. Returns whether the settings hold the value.
    private mutating func take(_ value: JSONValue, in bytes: Bytes, named name: Bytes) -> Bool {
        if name.spells("alert_style") {
            alertStyle = value.kind == .string ? bytes.withText(of: value) { AlertStyle(utf8: $0) } : nil
            return alertStyle != nil
        }
        guard let member = Switch(utf8: name) else { return false }
        self[member] = value.kind == .boolean ? bytes[value.range.lowerBound] == UInt8(ascii: "t") : nil
        return self[member] != nil
    }
}
