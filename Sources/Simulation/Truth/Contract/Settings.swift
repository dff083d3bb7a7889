extension Truth {
    /// The `settings` of an event: what the user left on. An absent member is in neither collection.
    package struct Settings: Sendable, Hashable {
        /// The members that are true or false, by name.
        package private(set) var switches: [String: Bool] = [:]

        /// The `alert_style`: `none`, `banner`, `alert`, or empty if absent.
        package private(set) var alertStyle: Text = ""

        /// The names of the members that are true or false, in the order of the event contract.
        package static let names = [
            "alert", "lock_screen", "notification_center", "sound", "badge", "scheduled_summary", "time_sensitive",
        ]

        /// Creates settings from words such as `alert=true alert_style=banner`; nil if none of them is a member in its
        /// form. Of two words of one name the last counts.
        package init?(_ words: String) {
            for word in words.split(separator: " ") {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                let (name, value) = (parts[0], parts.count > 1 ? parts[1] : "")
                if name == "alert_style" {
                    alertStyle = ["none", "banner", "alert"].contains(value) ? Text(value) : ""
                } else if Self.names.contains(name) {
                    switches[name] = ["true": true, "false": false][value]
                }
            }
            if switches.isEmpty, alertStyle.isEmpty { return nil }
        }

        /// The settings as JSON.
        package var json: String {
            var members = Self.names.compactMap { name in switches[name].map { "\"\(name)\":\($0)" } }
            if !alertStyle.isEmpty { members.append("\"alert_style\":\"\(alertStyle.string)\"") }
            return "{" + members.joined(separator: ",") + "}"
        }

        /// The level that they give to a reachable installation.
        var level: Level {
            func isOn(_ name: String) -> Bool { switches[name] == true }
            let isSeen = isOn("lock_screen") || isOn("alert") && alertStyle != "none"
            if isSeen { return isOn("scheduled_summary") ? .scheduled : .prominent }
            return isOn("notification_center") ? .quiet : .badge
        }
    }

    /// How prominently notifications reach an installation.
    package enum Level: String, Sendable, CaseIterable {
        case prominent, scheduled, quiet, badge, unknown
    }
}
