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
