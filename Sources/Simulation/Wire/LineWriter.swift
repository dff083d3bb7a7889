/// Writes good lines: an event, its installation and a delivery as one JSON object.
struct LineWriter {
    /// The bytes written so far.
    private(set) var buffer = LineBuffer()

    /// Forgets the bytes written so far.
    mutating func clear() { buffer.clear() }

    /// Appends one line with its end.
    mutating func write(_ event: Event, of installation: Installation, as delivery: Delivery) {
        let style = WireStyle(event, installation, isRetold: delivery.form == .retold)
        buffer.write("{\"id\":\"")
        buffer.write(event.id, upperCase: style.isUpperCase)
        buffer.write("\",\"type\":\"")
        buffer.write(event.type.name)
        buffer.write("\",\"app_id\":\"")
        buffer.write(Vocabulary.app(installation.app))
        buffer.write("\",\"installation_id\":\"")
        buffer.write(installation.id, upperCase: style.isUpperCase)
        buffer.write("\",")
        writeTimes(event, delivery, style)
        writeSequence(event)
        writeDevice(event, installation, style)
        writeData(event)
        if style.hasUnknownMembers { buffer.write(",\"sdk\":{\"name\":\"pushkit-lite\",\"build\":412}") }
        buffer.write(",\"received_at\":\"")
        buffer.write(delivery.receivedAt, WireStyle.collector)
        buffer.write("\"}\n")
    }

    /// Appends a line that is finished, its end included.
    mutating func write(_ line: [UInt8]) { buffer.write(line) }

    /// Appends text as it is.
    mutating func write(_ text: String) { buffer.write(text) }

    private mutating func writeTimes(_ event: Event, _ delivery: Delivery, _ style: WireStyle) {
        buffer.write("\"occurred_at\":\"")
        buffer.write(event.occurredAt, style.times)
        buffer.write("\"")
        guard let offset = delivery.sentOffset else { return }
        var times = style.times
        times.digits = min(times.digits, 6)
        buffer.write(",\"sent_at\":\"")
        buffer.write(delivery.receivedAt + offset, times)
        buffer.write("\"")
    }

    private mutating func writeSequence(_ event: Event) {
        guard event.sequence >= 0 else { return }
        buffer.write(",\"sequence\":")
        buffer.write(Int(event.sequence))
        if event.id.low % 50 == 7 { buffer.write(".0") }
    }

    private mutating func writeDevice(_ event: Event, _ installation: Installation, _ style: WireStyle) {
        let fromServer = event.type == .notificationSent
        if fromServer && event.id.low % 5 < 2 { return }
        let release = OSRelease.all[Int(event.software.release)]
        buffer.write(",\"os\":{\"name\":\"")
        buffer.write(style.isLowerCaseOS ? release.os.name.lowercased() : release.os.name)
        buffer.write("\",\"version\":\"")
        writeVersion(release, event.software, installation.habits)
        buffer.write("\"}")
        if fromServer { return }
        writeAppVersion(event, installation)
        let models = Vocabulary.models(for: release.os)
        buffer.write(",\"device_model\":\"")
        buffer.write(models[Int(installation.model) % models.count])
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

    private mutating func writeAppVersion(_ event: Event, _ installation: Installation) {
        if installation.habits.contains(.noAppVersion) {
            if event.id.low % 2 == 0 { buffer.write(",\"app_version\":null") }
            return
        }
        buffer.write(",\"app_version\":\"")
        buffer.write(4 + Int(event.software.app) / 24)
        buffer.write(UInt8(ascii: "."))
        buffer.write(Int(event.software.app) % 24)
        buffer.write(".0\"")
    }
}
