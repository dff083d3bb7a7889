/// The choices that the event contract leaves to the writer of a line.
struct WireStyle {
    /// Whether UUIDs are in capitals.
    let isUpperCase: Bool

    /// How the device's timestamps are written.
    let times: LineBuffer.TimeStyle

    /// Whether the OS name is in lowercase.
    let isLowerCaseOS: Bool

    /// Whether there are members that the contract doesn't define.
    let hasUnknownMembers: Bool

    /// How a collector writes `received_at`.
    static let collector = LineBuffer.TimeStyle(offset: nil, digits: 3, isLowerCase: false)

    /// Creates the style of the event's client, or of the app's server if that sends it. A retold copy gets other
    /// letter cases, and a send another UTC offset; that of a device is its local time, which counts.
    init(_ event: LoggedEvent, _ installation: Installation, isRetold: Bool) {
        let fromServer = event.isFromServer
        let habits = fromServer ? [] : installation.habits
        let offset = fromServer || habits.contains(.timesInUTC) ? nil : installation.offset
        isUpperCase = habits.contains(.upperCaseIDs) != isRetold
        times = LineBuffer.TimeStyle(
            offset: isRetold && event.type == .notificationSent ? 330 : offset,
            digits: fromServer ? 3 : habits.contains(.nanoseconds) ? 9 : Int(installation.digits),
            isLowerCase: habits.contains(.lowerCaseTimes) != isRetold)
        isLowerCaseOS = habits.contains(.lowerCaseOS)
        hasUnknownMembers = habits.contains(.unknownMembers)
    }
}
