package import Simulation

extension Truth.Event {
    /// Sets the fields that correspond to the members of an event's `data`.
    package mutating func take(_ data: [String: String]) {
        status = data["status"].flatMap(Truth.Status.init) ?? .unknown
        kept = data["delivery"] == "prominent" ? .prominent : data["delivery"] == "quiet" ? .quiet : .unspecified
        settings = data["settings"].flatMap { Truth.Settings($0) }
        placement = Truth.Text(data["placement"])
        variant = Truth.Text(data["variant"])
        experiment = Truth.Text(data["experiment"])
        answer = Truth.Text(data["answer"])
        notification = Truth.Text(data["notification_id"])
        campaign = Truth.Text(data["campaign"])
        trigger = ["push", "local"].contains(data["trigger"]) ? Truth.Text(data["trigger"]) : ""
        let states = ["foreground", "background", "not_running"]
        appState = states.contains(data["app_state"] ?? "") ? Truth.Text(data["app_state"]) : ""
    }
}
