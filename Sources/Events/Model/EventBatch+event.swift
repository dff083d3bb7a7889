extension EventBatch {
    /// Creates a batch of `events`.
    public init(_ events: some Sequence<Event>) {
        self.init()
        for event in events { append(event) }
    }

    /// Appends an event and adds its words and texts to the batch.
    public mutating func append(_ event: Event) {
        var record = EventRecord(
            id: event.id, installationID: event.installationID, occurredAt: event.occurredAt,
            receivedAt: event.receivedAt, effectiveAt: event.effectiveAt, sentAt: event.sentAt,
            sequence: event.sequence, os: event.os, occurredOffset: event.occurredOffset, type: event.type,
            status: event.status, delivery: event.delivery, answer: event.answer, settings: event.settings,
            appState: event.appState, trigger: event.trigger)
        record.app = apps.number(event.appID)
        record.appVersion = words.number(event.appVersion)
        record.deviceModel = words.number(event.deviceModel)
        record.locale = words.number(event.locale)
        record.placement = words.number(event.placement)
        record.variant = words.number(event.variant)
        record.experiment = words.number(event.experiment)
        record.campaign = words.number(event.campaign)
        record.action = words.number(event.action)
        append(record, notificationID: event.notificationID ?? "", rest: event.rest ?? "")
    }

    /// Returns the event at `index` with its words and texts copied out of the batch.
    public subscript(index: Int) -> Event {
        let record = records[index]
        return Event(
            id: record.id, type: record.type, appID: apps.text(record.app) ?? "",
            installationID: record.installationID, occurredAt: record.occurredAt,
            occurredOffset: record.occurredOffset, sentAt: record.sentAt, receivedAt: record.receivedAt,
            effectiveAt: record.effectiveAt, sequence: record.sequence, os: record.os,
            appVersion: words.text(record.appVersion), deviceModel: words.text(record.deviceModel),
            locale: words.text(record.locale), status: record.status, delivery: record.delivery,
            answer: record.answer, settings: record.settings, placement: words.text(record.placement),
            variant: words.text(record.variant), experiment: words.text(record.experiment),
            notificationID: text(record.notificationID), campaign: words.text(record.campaign),
            action: words.text(record.action), appState: record.appState, trigger: record.trigger,
            rest: text(record.rest))
    }

    private func text(_ range: TextRange) -> String? {
        range.isEmpty ? nil : withText(range) { String(decoding: $0, as: UTF8.self) }
    }
}

extension WordTable {
    /// Returns the number of `word`, adding it if it is new; none for nil.
    fileprivate mutating func number(_ word: String?) -> WordNumber {
        guard var word else { return .none }
        return word.withUTF8 { $0.withZerosBehind { bytes, _ in number(bytes) } }
    }

    /// Returns the word with this number; nil for none.
    fileprivate func text(_ number: WordNumber) -> String? { number.index.map { text($0) } }
}
