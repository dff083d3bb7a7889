extension LineWriter {
    /// Appends the member `data` with what the event says beyond its type, if anything.
    mutating func writeData(_ event: Event) {
        switch event.detail {
        case .none: writeDataOfType(event)
        case .prompt(let placement, let variant): writePrompt(event, Int(placement), Int(variant))
        case .kept(let kept): writeKept(kept)
        case .status(let status):
            write(",\"data\":{\"status\":\"", status.rawValue, "\"}")
        case .campaign(let day, let state): writeCampaign(event, day: Int(day), state)
        case .local(let state):
            write(",\"data\":{\"trigger\":\"local\",\"app_state\":\"", state.name, "\"}")
        }
    }

    private mutating func write(_ texts: String...) {
        for text in texts { write(text) }
    }

    private mutating func writeDataOfType(_ event: Event) {
        switch event.type {
        case .promptGranted: write(",\"data\":{\"options\":[\"alert\",\"badge\",\"sound\"]}")
        case .appOpened where event.id.low % 16 == 3: write(",\"data\":{}")
        default: break
        }
    }

    private mutating func writePrompt(_ event: Event, _ placement: Int, _ variant: Int) {
        write(",\"data\":{\"placement\":\"", Vocabulary.placements[placement], "\",\"variant\":")
        if event.id.low % 64 == 9 { return write("null}") }
        write("\"", Vocabulary.variants[variant], "\"}")
    }

    private mutating func writeKept(_ kept: Detail.Kept) {
        switch kept {
        case .prominent: write(",\"data\":{\"delivery\":\"prominent\"}")
        case .quiet: write(",\"data\":{\"delivery\":\"quiet\"}")
        case .unspecified: break
        }
    }

    private mutating func writeCampaign(_ event: Event, day: Int, _ state: Detail.AppState) {
        write(",\"data\":{\"notification_id\":\"n-", CivilDate(dayNumber: day).description, "\",\"campaign\":\"")
        write(Vocabulary.campaigns[day % Vocabulary.campaigns.count], "\"")
        if event.type != .notificationSent { write(",\"app_state\":\"", state.name, "\"") }
        if event.type == .notificationOpened { write(event.id.low % 4 == 0 ? ",\"action\":\"view\"" : "") }
        if event.type == .notificationOpened { write(event.id.low % 8 == 1 ? "" : ",\"trigger\":\"push\"") }
        write("}")
    }
}

extension Detail.AppState {
    /// The name on the wire.
    var name: String {
        switch self {
        case .foreground: "foreground"
        case .background: "background"
        case .notRunning: "not_running"
        }
    }
}
