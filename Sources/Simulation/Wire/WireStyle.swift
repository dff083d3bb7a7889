/// How one line is written, where the contract leaves a choice.
struct WireStyle {
    /// Whether UUIDs are in capitals.
    let isUpperCase: Bool

    /// How the device's times are written.
    let times: LineBuffer.TimeStyle

    /// Whether the OS is named in small letters.
    let isLowerCaseOS: Bool

    /// Whether there are members that the contract does not know.
    let hasUnknownMembers: Bool

    /// How a collector writes the time of receipt.
    static let collector = LineBuffer.TimeStyle(offset: nil, digits: 3, isLowerCase: false)

    /// The style of an event's client, or of its sender for `notification_sent`; a retold event has another one.
    init(_ event: LoggedEvent, _ installation: Installation, isRetold: Bool) {
        let fromServer = event.type == .notificationSent
        let habits = fromServer ? [] : installation.habits
        let offset = fromServer || habits.contains(.timesInUTC) ? nil : installation.offset
        isUpperCase = habits.contains(.upperCaseIDs) != isRetold
        times = LineBuffer.TimeStyle(
            offset: isRetold ? (offset == nil ? 330 : nil) : offset,
            digits: fromServer ? 3 : habits.contains(.nanoseconds) ? 9 : Int(installation.digits),
            isLowerCase: habits.contains(.lowerCaseTimes))
        isLowerCaseOS = habits.contains(.lowerCaseOS)
        hasUnknownMembers = habits.contains(.unknownMembers)
    }
}
