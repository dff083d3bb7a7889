/// Returns the line of an engagement event, by default of installation 1. `at` is in seconds after
/// 2026-03-01T12:00:00Z. `clockAhead` is the error of the device's clock, which the line's `sent_at` lets the pipeline
/// correct.
func engagement(
    _ type: String, _ id: Int, at seconds: Double, _ data: [String: String] = [:], installation: Int = 1,
    os: String? = "17.4", received: Double? = nil, clockAhead: Double = 0, app: String = "com.example.shop",
    version: String? = nil
) -> String {
    let received = received ?? seconds + 1
    let data = data.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
    let system = os.map { #""os":{"name":"iOS","version":"\#($0)"},"# } ?? ""
    let appVersion = version.map { #""app_version":"\#($0)","# } ?? ""
    let sent = clockAhead == 0 ? "" : #""sent_at":"\#(time(received + clockAhead))","#
    return #"{"id":"\#(uuid(id))","type":"\#(type)","app_id":"\#(app)","installation_id":"\#(uuid(installation))","#
        + #""occurred_at":"\#(time(seconds + clockAhead))","received_at":"\#(time(received))",\#(sent)\#(system)\#(appVersion)"#
        + #""data":{\#(data)}}"#
}

/// Returns the send of a notification, by default without an OS.
func sent(
    _ notification: String, _ id: Int, at seconds: Double, campaign: String = "", installation: Int = 1,
    os: String? = nil, received: Double? = nil
) -> String {
    engagement(
        "notification_sent", id, at: seconds, ["notification_id": notification, "campaign": campaign],
        installation: installation, os: os, received: received)
}

/// Returns the open of a notification; one without an id if `notification` is nil.
func opened(
    _ notification: String?, _ id: Int, at seconds: Double, trigger: String = "push", installation: Int = 1,
    os: String = "17.4", received: Double? = nil
) -> String {
    engagement(
        "notification_opened", id, at: seconds, ["notification_id": notification ?? "", "trigger": trigger],
        installation: installation, os: os, received: received)
}

/// Returns an `app_opened` event.
func appOpened(_ id: Int, at seconds: Double, installation: Int = 1, os: String = "17.4") -> String {
    engagement("app_opened", id, at: seconds, installation: installation, os: os)
}
