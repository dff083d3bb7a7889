import Foundation

extension JourneyState {
    /// The state as one JSON object, without tabs and newlines.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.open()
        writer.number("transitions", transitions)
        writer.number("sequence", sequence)
        writer.flag("hasSettingsTrip", hasSettingsTrip)
        if let reported {
            writer.open("reported")
            writer.text("status", reported.status.rawValue)
            writer.text("os", reported.os)
            writer.close()
        }
        if let pending { JourneyState.write(pending, to: &writer) }
        writer.close()
        return writer.bytes
    }

    /// Reads what `json` returned. Returns nil if it is something else.
    package init?(json: some Collection<UInt8>) {
        guard let state = try? JSONDecoder().decode(JourneyState.self, from: Data(json)) else { return nil }
        self = state
    }

    private static func write(_ pending: PendingRequest, to writer: inout JSONWriter) {
        writer.open("pending")
        writer.flag("isShown", pending.isShown)
        writer.text("before", pending.before.rawValue)
        writer.open("askedAt")
        writer.number("microseconds", pending.askedAt.microseconds)
        writer.number("offset", Int64(pending.askedAt.offset))
        writer.close()
        writer.open("prompt")
        writer.flag("isProvisional", pending.prompt.isProvisional)
        writer.text("placement", pending.prompt.placement)
        writer.text("variant", pending.prompt.variant)
        writer.close()
        writer.close()
    }
}
