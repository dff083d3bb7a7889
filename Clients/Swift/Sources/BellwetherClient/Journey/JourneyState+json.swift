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
        pending?.write(to: &writer)
        writer.close()
        return writer.bytes
    }

    /// Parses what `json` returned. Returns nil if the bytes are something else.
    package init?(json: some Collection<UInt8>) {
        guard let state = try? JSONDecoder().decode(JourneyState.self, from: Data(json)) else { return nil }
        self = state
    }
}

extension PendingRequest {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.open("pending")
        writer.value("isShown", isShown)
        writer.text("before", before.rawValue)
        writer.open("askedAt")
        writer.value("microseconds", askedAt.microseconds)
        writer.value("offset", askedAt.offset)
        writer.close()
        writer.open("prompt")
        writer.value("isProvisional", prompt.isProvisional)
        writer.text("placement", prompt.placement)
        writer.text("variant", prompt.variant)
        writer.close()
        writer.close()
    }
}
