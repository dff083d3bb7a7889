/// One event as the contract accepts it: every form checked, every default filled in.
public struct Event: Sendable, Hashable {
    /// Identity of the event, together with its app, installation and `occurredAt`.
    public var id: EventUUID
    /// What happened.
    public var type: EventType
    /// The bundle identifier, 1–155 characters of `A–Z a–z 0–9 . _ -`.
    public var appID: String
    /// One installation of the app; the same UUID under two apps is two installations.
    public var installationID: EventUUID
    /// The device's clock when it happened.
    public var occurredAt: Timestamp
    /// The device's offset from UTC at `occurredAt`, in minutes east, −1439…1439.
    public var occurredOffset: Int16
    /// The device's clock when this copy was sent.
    public var sentAt: Timestamp?
    /// When a collector received it; without a collector's stamp the time of ingest.
    public var receivedAt: Timestamp
    /// `occurredAt`, corrected where `sentAt` shows that the device's clock is wrong.
    public var effectiveAt: Timestamp
    /// The client's own count of the installation's events, 0…2⁵³−1.
    public var sequence: Int64?
    /// The device's operating system; nil only where the sender's server reports.
    public var os: OperatingSystem?
    /// The app's version, 1–64 characters.
    public var appVersion: String?
    /// The device's model, 1–64 characters.
    public var deviceModel: String?
    /// The device's locale, 1–64 characters.
    public var locale: String?
    /// The observed authorization status; never nil on `statusObserved`, always nil on other types.
    public var status: AuthorizationStatus?
    /// How provisional notifications are kept, on `provisionalKept`.
    public var delivery: Delivery?
    /// Where in the app a prompt was put up, 1–255 characters, on `promptShown` and `settingsPromptShown`.
    public var placement: String?
    /// The experiment arm of a prompt, 1–255 characters, on `promptShown` and `settingsPromptShown`.
    public var variant: String?
    /// Which notification it is about, 1–255 characters, on the types `notification…`; nil only on `notificationOpened`.
    public var notificationID: String?
    /// The campaign of a notification, 1–255 characters, on the types `notification…`.
    public var campaign: String?
    /// What the user chose on a notification, 1–255 characters, on `notificationOpened`.
    public var action: String?
    /// Where the app was, on `notificationReceived` and `notificationOpened`.
    public var appState: AppState?
    /// What put up the notification, on `notificationOpened`.
    public var trigger: Trigger?
    /// What else `data` held: one JSON object made of the members' own bytes in their order, null members left out; nil
    /// when nothing is left.
    public var rest: String?

    /// The event of these values; what is optional is nil unless given.
    public init(
        id: EventUUID, type: EventType, appID: String, installationID: EventUUID, occurredAt: Timestamp,
        occurredOffset: Int16, sentAt: Timestamp? = nil, receivedAt: Timestamp, effectiveAt: Timestamp,
        sequence: Int64? = nil, os: OperatingSystem? = nil, appVersion: String? = nil, deviceModel: String? = nil,
        locale: String? = nil, status: AuthorizationStatus? = nil, delivery: Delivery? = nil,
        placement: String? = nil, variant: String? = nil, notificationID: String? = nil, campaign: String? = nil,
        action: String? = nil, appState: AppState? = nil, trigger: Trigger? = nil, rest: String? = nil
    ) {
        self.id = id
        self.type = type
        self.appID = appID
        self.installationID = installationID
        self.occurredAt = occurredAt
        self.occurredOffset = occurredOffset
        self.sentAt = sentAt
        self.receivedAt = receivedAt
        self.effectiveAt = effectiveAt
        self.sequence = sequence
        self.os = os
        self.appVersion = appVersion
        self.deviceModel = deviceModel
        self.locale = locale
        self.status = status
        self.delivery = delivery
        self.placement = placement
        self.variant = variant
        self.notificationID = notificationID
        self.campaign = campaign
        self.action = action
        self.appState = appState
        self.trigger = trigger
        self.rest = rest
    }
}
