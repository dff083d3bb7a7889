import Events
import Testing

/// The members of `data`: which ones each type reads, and what is kept of the others.
@Suite struct DataTests {
    private static let everything = """
        {"status":"provisional","delivery":"quiet","placement":"p","variant":"v","notification_id":"n","campaign":"c","action":"a",\
        "app_state":"not_running","trigger":"local","options":["alert"],"x":1}
        """
    private static let meanings: [EventType: Set<String>] = [
        .promptShown: ["placement", "variant"], .promptGranted: [], .promptDenied: [], .provisionalStarted: [],
        .provisionalKept: ["delivery"], .provisionalTurnedOff: [], .statusObserved: ["status"],
        .settingsPromptShown: ["placement", "variant"], .settingsOpened: [],
        .notificationSent: ["notification_id", "campaign"],
        .notificationReceived: ["notification_id", "campaign", "app_state"],
        .notificationOpened: ["notification_id", "campaign", "app_state", "trigger", "action"], .appOpened: [],
    ]

    private func fields(_ event: Event) -> [String: String] {
        [
            "status": event.status?.rawValue, "delivery": event.delivery?.rawValue, "placement": event.placement,
            "variant": event.variant, "notification_id": event.notificationID, "campaign": event.campaign,
            "action": event.action, "app_state": event.appState?.rawValue, "trigger": event.trigger?.rawValue,
        ].compactMapValues { $0 }
    }

    @Test(arguments: EventType.allCases)
    func aTypeTakesItsOwnMembersAndTheOthersAreLeft(type: EventType) throws {
        let event = try #require(accepted(EventLine.of(type: type.name, data: Self.everything)))
        let own = try #require(Self.meanings[type])
        #expect(event.type == type)
        #expect(Set(fields(event).keys) == own)
        let members = Self.everything.dropFirst().dropLast().split(separator: /,(?=")/)
            .filter { member in !own.contains { member.hasPrefix("\"\($0)\"") } }
        #expect(event.rest == "{" + members.joined(separator: ",") + "}")
    }

    @Test(arguments: EventType.allCases)
    func withoutDataAnEventHasNoneOfItsMembers(type: EventType) throws {
        let required = [
            EventType.statusObserved: "status", .notificationSent: "notification_id",
            .notificationReceived: "notification_id",
        ][type]
        for line in [
            EventLine.of(type: type.name), EventLine.of(type: type.name, data: "null"),
            EventLine.of(type: type.name, data: "{}"),
        ] {
            if let required {
                #expect(complaint(line) == "missing_field data.\(required)")
            } else {
                let event = try #require(accepted(line))
                #expect(fields(event).isEmpty && event.rest == nil)
            }
        }
    }

    @Test func everyWordOfTheContractIsRead() {
        func data<Word: RawRepresentable<String>>(_ type: String, _ name: String, _ word: Word) -> Event? {
            accepted(EventLine.of(type: type, data: #"{"notification_id":"n","\#(name)":"\#(word.rawValue)"}"#))
        }
        for word in AuthorizationStatus.allCases { #expect(data("status_observed", "status", word)?.status == word) }
        for word in Delivery.allCases { #expect(data("provisional_kept", "delivery", word)?.delivery == word) }
        for word in AppState.allCases {
            #expect(data("notification_received", "app_state", word)?.appState == word)
            #expect(data("notification_opened", "app_state", word)?.appState == word)
        }
        for word in Trigger.allCases { #expect(data("notification_opened", "trigger", word)?.trigger == word) }
        #expect(
            AuthorizationStatus.allCases.map(\.rawValue) == [
                "not_determined", "denied", "authorized", "provisional", "ephemeral",
            ])
        #expect(Delivery.allCases.map(\.rawValue) == ["prominent", "quiet"])
        #expect(AppState.allCases.map(\.rawValue) == ["foreground", "background", "not_running"])
        #expect(Trigger.allCases.map(\.rawValue) == ["push", "local"])
    }

    @Test(arguments: [
        "\"\"", "\"Denied\"", "\"denie\"", "\"denied \"", "\"notDetermined\"", "\"provisionax\"", "1", "true", "[]",
        "{}", "[\"denied\"]",
    ])
    func anObservedStatusOfAnotherFormIsInvalid(value: String) {
        #expect(
            complaint(EventLine.of(type: "status_observed", data: #"{"status":\#(value)}"#))
                == "invalid_field data.status")
    }

    @Test(arguments: ["notification_sent", "notification_received"])
    func aRequiredNotificationIDHasFrom1To255Scalars(type: String) {
        func line(_ value: String) -> EventLine { EventLine.of(type: type, data: #"{"notification_id":\#(value)}"#) }
        for count in [1, 254, 255] {
            let id = String(repeating: "🔔", count: count)
            #expect(accepted(line("\"\(id)\""))?.notificationID == id)
        }
        for value in ["\"\"", "\"" + String(repeating: "🔔", count: 256) + "\"", "5", "[]", "false"] {
            #expect(complaint(line(value)) == "invalid_field data.notification_id")
        }
        #expect(complaint(line("null")) == "missing_field data.notification_id")
    }

    @Test func anOptionalTextHasUpTo255ScalarsAndALongerOneIsOnlyLeft() {
        let owners = [
            ("notification_opened", "notification_id"), ("notification_opened", "campaign"),
            ("notification_opened", "action"),
            ("prompt_shown", "placement"), ("prompt_shown", "variant"), ("settings_prompt_shown", "placement"),
            ("settings_prompt_shown", "variant"),
        ]
        for (type, name) in owners {
            for count in [1, 255] {
                let text = String(repeating: "é", count: count)
                let event = accepted(EventLine.of(type: type, data: #"{"\#(name)":"\#(text)"}"#))
                #expect(event.map(fields) == [name: text] && event?.rest == nil)
            }
            let long = #"{"\#(name)":"\#(String(repeating: "é", count: 256))"}"#
            let event = accepted(EventLine.of(type: type, data: long))
            #expect(event.map(fields) == [:] && event?.rest == long)
        }
    }

    @Test func anOptionalMemberOfAnotherFormCountsAsAbsentAndIsLeft() {
        for value in ["5", "true", "[]", "{\"a\":null}", "[\"push\"]"] {
            for name in ["notification_id", "campaign", "app_state", "trigger", "action"] {
                let event = accepted(EventLine.of(type: "notification_opened", data: "{\"\(name)\":\(value)}"))
                #expect(event.map(fields) == [:] && event?.rest == "{\"\(name)\":\(value)}")
            }
        }
        for (type, name) in [
            ("provisional_kept", "delivery"), ("notification_opened", "app_state"), ("notification_opened", "trigger"),
        ] {
            for value in ["\"other\"", "\"Push\"", "\"pusx\"", "\"quiex\"", "\"not_running \"", "\"b\""] {
                let event = accepted(EventLine.of(type: type, data: "{\"\(name)\":\(value)}"))
                #expect(event.map(fields) == [:] && event?.rest == "{\"\(name)\":\(value)}")
            }
        }
    }

    @Test func anEmptyOptionalTextAndANullMemberAreAbsent() {
        for value in ["\"\"", "null"] {
            for (type, name) in [
                ("notification_opened", "notification_id"), ("notification_opened", "campaign"),
                ("notification_opened", "app_state"),
                ("notification_opened", "trigger"), ("notification_opened", "action"), ("prompt_shown", "placement"),
                ("prompt_shown", "variant"), ("provisional_kept", "delivery"),
            ] {
                let event = accepted(EventLine.of(type: type, data: "{\"\(name)\":\(value)}"))
                #expect(event.map(fields) == [:] && event?.rest == nil)
            }
        }
        #expect(accepted(EventLine.full.with("data", #"{"x":null,"campaign":null}"#)) == .ofFullLine)
        #expect(accepted(EventLine.full.with("data", #"{"x":"","campaign":""}"#))?.rest == #"{"x":"","campaign":""}"#)
    }

    @Test func whatIsLeftKeepsItsBytesAndItsOrder() {
        let data =
            #"{ "z" : [ 1.50 , null ] , "campaign":"c" ,"trigger" :  5, "\u0061":"\u00e9é" , "gone":null,"options":{}, "action":"a"}"#
        let event = accepted(EventLine.of(type: "notification_opened", data: data))
        #expect(event?.rest == #"{"z" : [ 1.50 , null ],"trigger" :  5,"\u0061":"\u00e9é","options":{}}"#)
        #expect(event?.campaign == "c" && event?.action == "a" && event?.trigger == nil)
    }

    @Test func membersOfDataAreReadAfterTheirEscapesAndWhereverTheTypeStands() {
        let data = #"{"st\u0061tus": "den\u0069ed"}"#
        let line = EventLine.full.without("type").with("data", data).with("type", "\"status_observed\"")
        #expect(accepted(line)?.status == .denied && accepted(line)?.rest == nil)
    }
}
