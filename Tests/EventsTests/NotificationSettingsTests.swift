import Events
import Testing

@Suite struct NotificationSettingsTests {
    /// Reads a `status_observed` whose `data` has this text as its `settings`.
    private func read(_ settings: String) -> Event? {
        accepted(EventLine.of(type: "status_observed", data: #"{"status":"authorized","settings":\#(settings)}"#))
    }

    @Test func everyMemberIsReadOnOrOff() {
        let names = [
            "alert", "lock_screen", "notification_center", "sound", "badge", "scheduled_summary", "time_sensitive",
        ]
        for (name, member) in zip(names, NotificationSettings.Switch.allCases) {
            for isOn in [true, false] {
                let settings = read("{\"\(name)\":\(isOn)}")?.settings
                let expected = names.map { $0 == name ? isOn : nil }
                #expect(NotificationSettings.Switch.allCases.map { settings?[$0] } == expected)
                #expect(settings?[member] == isOn)
            }
        }
        let styles = NotificationSettings.AlertStyle.allCases
        #expect(styles.map { read("{\"alert_style\":\"\($0.rawValue)\"}")?.settings?.alertStyle } == styles)
    }

    @Test func settingsOnThreeTypesAreReadAndStayInTheRestOfOthers() {
        for type in EventType.allCases {
            let data = #"""
                {"status":"denied","answer":"declined","experiment":"e","variant":"v","notification_id":"n",\#
                "settings":{"alert":true}}
                """#
            let event = accepted(EventLine.of(type: type.name, data: data))
            let reads = [.statusObserved, .promptGranted, .provisionalKept].contains(type)
            #expect((event?.settings != nil) == reads && event?.rest?.contains("settings") != reads, "\(type)")
        }
    }

    @Test func ofTwoMembersOfOneNameTheLastCounts() {
        #expect(read(#"{"alert":true,"\u0061lert":false}"#)?.settings?[.alert] == false)
        #expect(read(#"{"alert":true,"sound":true,"alert":"yes"}"#)?.settings?[.alert] == nil)
        #expect(read(#"{"alert_style":"banner","alert_style":null}"#)?.settings == nil)
    }

    @Test func settingsOfAnotherFormAreNone() {
        let texts = ["{}", "[]", "true", "\"alert\"", "5", #"{"alert":"yes"}"#, #"{"alert":null}"#, #"{"Alert":true}"#]
        for text in texts {
            #expect(read(text)?.settings == nil, "\(text)")
            #expect(read(text)?.rest == "{\"settings\":\(text)}")
        }
        #expect(read("null")?.settings == nil && read("null")?.rest == nil)
    }

    @Test func whatTheBitsCanNotHoldStaysInTheRest() {
        #expect(read(#"{"alert":true,"critical":null}"#)?.rest == nil)
        for text in [#"{"alert":true,"critical":true}"#, #"{"alert":true,"sound":"loud"}"#] {
            #expect(read(text)?.settings?[.alert] == true && read(text)?.rest == "{\"settings\":\(text)}")
        }
    }
}
