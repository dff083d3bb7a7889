/// Something that was recorded and could not be written yet.
enum Waiting: Sendable {
    /// An event of an installation that can't be read yet, because the device is locked.
    case event(EncodedEvent, uptime: Int64)
    /// A line that did not fit on the disk, with the journey after it if it is a step.
    case line([UInt8], EventKind, events: Int, journey: JourneyState?, uptime: Int64)

    /// The greatest number of them.
    static let limit = 200
}
