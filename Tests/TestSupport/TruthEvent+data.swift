package import Simulation

extension Truth.Event {
    /// Takes what an event's `data` says, as it is sent.
    package mutating func take(_ data: [String: String]) {
        status = data["status"].flatMap(Truth.Status.init) ?? .unknown
        kept = data["delivery"] == "prominent" ? .prominent : data["delivery"] == "quiet" ? .quiet : .unspecified
        placement = Truth.Text(data["placement"])
        variant = Truth.Text(data["variant"])
        notification = Truth.Text(data["notification_id"])
        campaign = Truth.Text(data["campaign"])
        isLocal = data["trigger"] == "local"
    }
}
