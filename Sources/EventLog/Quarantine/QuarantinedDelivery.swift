public import Events
import Postgres

/// One quarantined delivery, without its bytes.
public struct QuarantinedDelivery: Sendable, Hashable {
    public let id: Int
    /// The reason for which it was first rejected, as the event format spells it; `detail` is the message of that time.
    public let reason: String
    public let detail: String
    public let source: String
    /// Line of the source, from 1, or index in an array, from 0.
    public let line: Int
    public let receivedAt: Timestamp
    /// `receivedAt` as RFC 3339, in UTC.
    public let receivedAtText: String
    /// Length in bytes of what was received. Of a delivery that was too large, fewer bytes are kept.
    public let byteCount: Int
    /// Nil if no valid one could be read; the same holds for `installationID`.
    public let appID: String?
    public let installationID: String?
    public let state: QuarantineState
    /// The batch that quarantined it.
    let batchID: Int

    /// Reads a row of `quarantine_list.sql`.
    init(_ result: borrowing QueryResult, _ row: Int) throws {
        id = try result.int(row, 0) ?? 0
        reason = result.text(row, 1) ?? ""
        detail = result.text(row, 2) ?? ""
        source = result.text(row, 3) ?? ""
        line = try result.int(row, 4) ?? 0
        receivedAt = Timestamp(microseconds: Int64(try result.int(row, 5) ?? 0))
        byteCount = try result.int(row, 6) ?? 0
        appID = result.text(row, 7)
        installationID = result.text(row, 8)
        state = result.text(row, 9).flatMap(QuarantineState.init) ?? .held
        receivedAtText = result.text(row, 10) ?? ""
        batchID = try result.int(row, 11) ?? 0
    }
}

extension QuarantinedDelivery: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id = "quarantine_id"
        case receivedAt = "received_at"
        case byteCount = "byte_count"
        case appID = "app_id"
        case installationID = "installation_id"
        case reason, detail, source, line, state
    }

    /// Writes every member; values that could not be read are null.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(reason, forKey: .reason)
        try members.encode(detail, forKey: .detail)
        try members.encode(source, forKey: .source)
        try members.encode(line, forKey: .line)
        try members.encode(receivedAtText, forKey: .receivedAt)
        try members.encode(byteCount, forKey: .byteCount)
        try members.encode(appID, forKey: .appID)
        try members.encode(installationID, forKey: .installationID)
        try members.encode(state, forKey: .state)
    }
}
