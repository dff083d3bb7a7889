import Foundation

extension JourneyState {
    /// The state as one JSON object without spaces, tabs or newlines between its parts.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.open()
        writer.number("transitions", transitions)
        writer.number("sequence", sequence)
        writer.text("status", reported?.status.rawValue)
        writer.text("os", reported?.os)
        writer.number("trip", hasSettingsTrip ? 1 : nil)
        if let pending {
            writer.open("pending")
            pending.write(to: &writer)
            writer.close()
        }
        writer.close()
        return writer.bytes
    }

    /// Reads what `json` gave. Returns nil if it is something else.
    package init?(json: some Collection<UInt8>) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(json)) else { return nil }
        transitions = stored.transitions
        sequence = stored.sequence
        if let status = stored.status, let os = stored.os { reported = ReportedStatus(status: status, os: os) }
        hasSettingsTrip = stored.trip != nil
        pending = stored.pending?.request
    }

    private struct Stored: Decodable {
        var transitions: Int64
        var sequence: Int64
        var status: AuthorizationStatus?
        var os: String?
        var trip: Int?
        var pending: PendingRequest.Stored?
    }
}

extension PendingRequest {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.text("before", before.rawValue)
        writer.number("asked_at", askedAt.microseconds)
        writer.number("offset", Int64(askedAt.offset))
        writer.number("shown", isShown ? 1 : nil)
        writer.number("provisional", prompt.isProvisional ? 1 : nil)
        writer.text("placement", prompt.placement)
        writer.text("variant", prompt.variant)
    }

    fileprivate struct Stored: Decodable {
        var before: AuthorizationStatus
        var asked_at: Int64
        var offset: Int
        var shown: Int?
        var provisional: Int?
        var placement: String?
        var variant: String?

        var request: PendingRequest {
            let prompt = Prompt(isProvisional: provisional != nil, placement: placement, variant: variant)
            var request = PendingRequest(
                before: before, askedAt: Timestamp(microseconds: asked_at, offset: offset), prompt: prompt)
            request.isShown = shown != nil
            return request
        }
    }
}
