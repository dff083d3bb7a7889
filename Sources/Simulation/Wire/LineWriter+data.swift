extension LineWriter {
    /// Appends the `data` member, if the event has one.
    mutating func writeData(_ event: LoggedEvent) {
        switch event.detail {
        case .none: writeDataOfType(event)
        case .prompt: writePrompt(event)
        case .arm(let arm, _):
            write(",\"data\":{\"experiment\":\"", arm.names.experiment, "\",\"variant\":\"", arm.names.variant, "\"}")
        case .answer(let answer): write(",\"data\":{\"answer\":\"", answer.rawValue, "\"}")
        case .kept(let kept): writeKept(kept, event)
        case .status(let status):
            write(",\"data\":{\"status\":\"", status.rawValue, "\"")
            writeSettings(event)
            write("}")
        case .push(let notification, let state): writePush(event, notification, state)
        case .unnamedPush(let state):
            write(",\"data\":{\"trigger\":\"push\",\"app_state\":\"", state.name, "\"}")
        case .local(let notification, let state):
            write(",\"data\":{\"trigger\":\"local\",")
            if let notification { write("\"notification_id\":\"", notification.id, "\",") }
            write("\"app_state\":\"", state.name, "\"}")
        }
    }

    private mutating func write(_ texts: String...) {
        for text in texts { write(text) }
    }

    private mutating func writeDataOfType(_ event: LoggedEvent) {
        switch event.type {
        case .promptGranted:
            write(",\"data\":{\"options\":[\"alert\",\"badge\",\"sound\"]")
            writeSettings(event)
            write("}")
        case .pushUnregistered: write(",\"data\":{\"service\":\"apns\",\"reason\":\"Unregistered\"}")
        case .appOpened where event.id.low % 16 == 3: write(",\"data\":{}")
        default: break
        }
    }

    private mutating func writePrompt(_ event: LoggedEvent) {
        write(",\"data\":{\"placement\":\"", event.placement ?? "", "\",\"variant\":")
        guard let variant = event.variant else { return write("null}") }
        write("\"", variant, "\"}")
    }

    private mutating func writeKept(_ kept: Truth.Kept, _ event: LoggedEvent) {
        guard kept != .unspecified || event.settings != nil else { return }
        let delivery = kept == .prominent ? "prominent" : kept == .quiet ? "quiet" : ""
        write(",\"data\":{\"delivery\":\"", delivery, "\"")
        writeSettings(event)
        write("}")
    }

    /// Appends the settings as a further member of `data`, if the event says some.
    private mutating func writeSettings(_ event: LoggedEvent) {
        guard let place = event.settings, let settings = Truth.Settings(Vocabulary.settings[Int(place)].words) else {
            return
        }
        write(",\"settings\":", settings.json)
    }

    private mutating func writePush(_ event: LoggedEvent, _ notification: Notification, _ state: Detail.AppState) {
        write(",\"data\":{\"notification_id\":\"", notification.id, "\"")
        if let campaign = notification.campaignName { write(",\"campaign\":\"", Self.escaped(campaign), "\"") }
        if event.type != .notificationSent { write(",\"app_state\":\"", state.name, "\"") }
        if event.type == .notificationOpened { write(event.id.low % 4 == 0 ? ",\"action\":\"view\"" : "") }
        if event.type == .notificationOpened { write(event.namesTrigger ? ",\"trigger\":\"push\"" : "") }
        write("}")
    }

    /// Returns a vocabulary word escaped for a JSON string. Only quotes need escaping: no word contains control
    /// characters or backslashes.
    private static func escaped(_ word: String) -> String {
        word.utf8.contains(UInt8(ascii: "\""))
            ? word.split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: "\\\"") : word
    }
}

extension Detail.AppState {
    /// The name in JSON.
    var name: String {
        switch self {
        case .foreground: "foreground"
        case .background: "background"
        case .notRunning: "not_running"
        }
    }
}
