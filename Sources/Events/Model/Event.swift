/// One accepted event: every field is validated and every default is filled in.
public struct Event: Sendable, Hashable {
    /// Identifies the event, together with its app, installation and `occurredAt`.
    public var id: EventUUID
    public var type: EventType
    /// The app's bundle identifier, 1–155 characters of `A–Z a–z 0–9 . _ -`.
    public var appID: String
    /// Identifies one installation of the app. The same UUID under two apps is two installations.
    public var installationID: EventUUID
    /// The time of the event by the device's clock.
    public var occurredAt: Timestamp
    /// The device's offset from UTC at `occurredAt`, in minutes east, −1439…1439.
    public var occurredOffset: Int16
    /// The time at which this copy was sent, by the device's clock.
    public var sentAt: Timestamp?
    /// The time at which a collector received the event; without a collector's stamp, the time of ingest.
    public var receivedAt: Timestamp
    /// `occurredAt`, corrected if `sentAt` shows that the device's clock is wrong.
    public var effectiveAt: Timestamp
    /// The client's own counter of the installation's permission events, 0…2⁵³−1.
    public var sequence: Int64?
    /// The device's operating system. It can be nil only on types that a server reports (`EventType.mayLackOS`).
    public var os: OperatingSystem?
    /// The app's version, 1–64 characters.
    public var appVersion: String?
    /// The device's model, 1–64 characters.
    public var deviceModel: String?
    /// The device's locale, 1–64 characters.
    public var locale: String?
    /// The observed authorization status: never nil on `statusObserved`, always nil on other types.
    public var status: AuthorizationStatus?
    /// How the user keeps provisional notifications, on `provisionalKept`.
    public var delivery: Delivery?
    /// How the user answered the app's own screen: never nil on `primerAnswered`, always nil on other types.
    public var answer: PrimerAnswer?
    /// What the user left on in the system's settings, on `statusObserved`, `promptGranted` and `provisionalKept`; nil if
    /// nothing is known of it.
    public var settings: NotificationSettings?
    /// The place in the app where the user was asked, 1–255 characters, on `primerShown`, `promptShown`,
    /// `promptBlocked` and `settingsPromptShown`.
    public var placement: String?
    /// The experiment arm, 1–255 characters, on the types that have a placement, and never nil on
    /// `experimentAssigned`.
    public var variant: String?
    /// The experiment, 1–255 characters: never nil on `experimentAssigned`, always nil on other types.
    public var experiment: String?
    /// The notification's id, 1–255 characters, on the types `notification…`. It can be nil only on
    /// `notificationOpened`.
    public var notificationID: String?
    /// The notification's campaign, 1–255 characters, on the types `notification…`.
    public var campaign: String?
    /// The action that the user chose on a notification, 1–255 characters, on `notificationOpened`.
    public var action: String?
    /// The state of the app, on `notificationReceived` and `notificationOpened`.
    public var appState: AppState?
    /// The origin of the notification, on `notificationOpened`.
    public var trigger: Trigger?
    /// The members of `data` that no other property holds: one JSON object made of their own bytes in their order,
    /// without null members; nil if there are none.
    public var rest: String?

    /// Creates an event. Optional values default to nil.
    public init(
        id: EventUUID, type: EventType, appID: String, installationID: EventUUID, occurredAt: Timestamp,
        occurredOffset: Int16, sentAt: Timestamp? = nil, receivedAt: Timestamp, effectiveAt: Timestamp,
        sequence: Int64? = nil, os: OperatingSystem? = nil, appVersion: String? = nil, deviceModel: String? = nil,
        locale: String? = nil, status: AuthorizationStatus? = nil, delivery: Delivery? = nil,
        answer: PrimerAnswer? = nil, settings: NotificationSettings? = nil, placement: String? = nil,
        variant: String? = nil, experiment: String? = nil, notificationID: String? = nil, campaign: String? = nil,
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
        self.answer = answer
        self.settings = settings
        self.placement = placement
        self.variant = variant
        self.experiment = experiment
        self.notificationID = notificationID
        self.campaign = campaign
        self.action = action
        self.appState = appState
        self.trigger = trigger
        self.rest = rest
    }
}
