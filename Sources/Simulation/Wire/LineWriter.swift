/// Writes lines that the event contract accepts: an event as one JSON object.
struct LineWriter {
    /// The bytes written since the last `clear`.
    private(set) var buffer = LineBuffer()

    mutating func clear() { buffer.clear() }

    /// Appends the line of an event, including `\n`.
    mutating func write(_ event: LoggedEvent, of installation: Installation, as line: Line) {
        let style = WireStyle(event, installation, isRetold: line.form == .retold)
        buffer.write("{\"id\":\"")
        buffer.write(event.id, upperCase: style.isUpperCase)
        buffer.write("\",\"type\":\"")
        buffer.write(event.type.rawValue)
        buffer.write("\",\"app_id\":\"")
        buffer.write(Vocabulary.app(installation.app))
        buffer.write("\",\"installation_id\":\"")
        buffer.write(installation.id, upperCase: style.isUpperCase)
        buffer.write("\",")
        writeTimes(event, line, style)
        writeSequence(event)
        writeDevice(event, installation, style)
        writeData(event)
        if style.hasUnknownMembers { buffer.write(",\"sdk\":{\"name\":\"pushkit-lite\",\"build\":412}") }
        buffer.write(",\"received_at\":\"")
        buffer.write(line.receivedAt, WireStyle.collector)
        buffer.write("\"}\n")
    }

    /// Appends a complete line, including its `\n`.
    mutating func write(_ line: [UInt8]) { buffer.write(line) }

    /// Appends text without escaping.
    mutating func write(_ text: String) { buffer.write(text) }

    private mutating func writeTimes(_ event: LoggedEvent, _ line: Line, _ style: WireStyle) {
        buffer.write("\"occurred_at\":\"")
        buffer.write(event.occurredAt, style.times)
        buffer.write("\"")
        guard let offset = line.sentOffset else { return }
        var times = style.times
        times.digits = min(times.digits, 6)
        buffer.write(",\"sent_at\":\"")
        buffer.write(line.receivedAt + offset, times)
        buffer.write("\"")
    }

    private mutating func writeSequence(_ event: LoggedEvent) {
        guard event.sequence >= 0 else { return }
        buffer.write(",\"sequence\":")
        buffer.write(Int(event.sequence))
        if event.id.low % 50 == 7 { buffer.write(".0") }
    }

    private mutating func writeDevice(_ event: LoggedEvent, _ installation: Installation, _ style: WireStyle) {
        guard let release = event.release else { return }
        buffer.write(",\"os\":{\"name\":\"")
        buffer.write(style.isLowerCaseOS ? release.os.name.lowercased() : release.os.name)
        buffer.write("\",\"version\":\"")
        writeVersion(release, event.software, installation.habits)
        buffer.write("\"}")
        guard let model = event.deviceModel(on: installation) else { return }
        writeAppVersion(event, installation)
        buffer.write(",\"device_model\":\"")
        buffer.write(model)
        buffer.write("\",\"locale\":\"")
        buffer.write(Vocabulary.locales[Int(installation.locale)].name)
        buffer.write("\"")
    }

    private mutating func writeVersion(_ release: OSRelease, _ software: Software, _ habits: Installation.Habits) {
        buffer.write(release.os.major)
        if release.os.minor == 0 && software.patch == 0 && habits.contains(.shortVersion) { return }
        buffer.write(UInt8(ascii: "."))
        buffer.write(release.os.minor)
        if software.patch > 0 {
            buffer.write(UInt8(ascii: "."))
            buffer.write(Int(software.patch))
        }
        guard habits.contains(.build) else { return }
        buffer.write(" (")
        buffer.write(release.os.major + 4)
        buffer.write(UInt8(ascii: "A") + UInt8(release.os.minor))
        buffer.write(230 + Int(software.patch))
        buffer.write(")")
    }

    private mutating func writeAppVersion(_ event: LoggedEvent, _ installation: Installation) {
        guard let version = event.appVersion(on: installation) else {
            if event.id.low % 2 == 0 { buffer.write(",\"app_version\":null") }
            return
        }
        buffer.write(",\"app_version\":\"")
        buffer.write(version)
        buffer.write("\"")
    }
}
