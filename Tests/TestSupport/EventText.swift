/// Writes events as JSON, one a line.
public enum EventText {
    /// Returns an event. Ids are numbers at the end of UUIDs; times are RFC 3339; without `received` the line has no
    /// receipt. `data` and `more` are JSON; `more` begins with a comma.
    public static func line(
        _ type: String, id: Int, installation: Int = 0xAA, app: String = "com.example.shop",
        at occurred: String = "2026-03-01T12:00:00Z", received: String? = nil, os: String = "iOS",
        version: String = "17.4", data: String? = nil, more: String = ""
    ) -> String {
        let received = received.map { #","received_at":"\#($0)""# } ?? ""
        return #"{"id":"\#(uuid(id))","type":"\#(type)","app_id":"\#(app)","installation_id":"\#(uuid(installation))","#
            + #""occurred_at":"\#(occurred)"\#(received),"os":{"name":"\#(os)","version":"\#(version)"}"#
            + "\(data.map { #","data":\#($0)"# } ?? "")\(more)}"
    }

    /// Returns a UUID that ends in a number.
    public static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
