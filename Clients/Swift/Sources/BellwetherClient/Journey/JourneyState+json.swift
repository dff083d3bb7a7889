import Foundation

extension JourneyState {
    /// The state as one JSON object, without tabs and newlines.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.open()
        writer.value("transitions", transitions)
        writer.value("sequence", sequence)
        writer.value("hasSettingsTrip", hasSettingsTrip)
        if let reported {
            writer.open("reported")
            writer.text("status", reported.status.rawValue)
            writer.text("os", reported.os)
            writer.close()
        }
        if let pending {
            writer.open("pending")
            writer.value("isShown", pending.isShown)
            writer.text("before", pending.before.rawValue)
            writer.open("askedAt")
            writer.value("microseconds", pending.askedAt.microseconds)
            writer.value("offset", pending.askedAt.offset)
            writer.close()
            writer.open("prompt")
            writer.value("isProvisional", pending.prompt.isProvisional)
            writer.text("placement", pending.prompt.placement)
            writer.text("variant", pending.prompt.variant)
            writer.close()
            writer.close()
        }
        writer.close()
        return writer.bytes
    }

    /// Parses what `json` returned. Returns nil if the bytes are something else.
    package init?(json: some Collection<UInt8>) {
        guard let state = try? JSONDecoder().decode(JourneyState.self, from: Data(json)) else { return nil }
        self = state
    }
}
