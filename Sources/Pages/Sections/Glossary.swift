/// The glossary page: a definition of every number of the pages and tables.
enum Glossary {
    /// A number's name on the pages, its columns in the tables, and its meaning.
    struct Entry {
        let name: String
        var columns: [String] = []
        let meaning: String
    }

    /// Returns the values for the template `glossary`.
    static func model(_ head: PageHead) -> PageModel {
        PageModel([
            "groups": .list(
                groups(head).map { title, entries in
                    PageModel(["title": .text(title), "entries": .list(entries.map(\.model))])
                })
        ])
    }

    /// Returns the entries by topic. Some mention windows, which `head` has.
    static func groups(_ head: PageHead) -> [(title: String, entries: [Entry])] {
        [
            ("All pages", everywhere), ("Opt-in", optIn(head)), ("Provisional", provisional), ("Win-back", winBack),
            ("Opens", opens(head)), ("Reach", reach), ("Comparisons", comparisons), ("Findings", findings),
            ("Data quality", quality(head)),
        ]
    }
}

extension Glossary.Entry {
    fileprivate var model: PageModel {
        PageModel([
            "name": .text(name), "meaning": .text(meaning),
            "columns": .list(columns.map { PageModel(["column": .text($0)]) }),
        ])
    }
}

extension Glossary {
    private static let everywhere = [
        Entry(name: "Person", meaning: "An installation of the app; installing it again makes a new one."),
        Entry(
            name: "Day",
            meaning: "A calendar day of the report’s time zone, by the time of the event on a corrected clock."),
        Entry(
            name: "95% interval", columns: ["…_low", "…_high"],
            meaning: "Wilson score interval of a proportion, z = 1.96, without continuity correction."),
        Entry(
            name: "Too few",
            meaning: "Fewer than \(ShownRate.smallestBase) in the base, or an interval wider than the whole "
                + "app’s rate."),
        Entry(
            name: "Withheld",
            meaning: "The row has fewer people than the minimum cell, or such a row would follow from it, so the "
                + "report leaves out its numbers."),
        Entry(
            name: "Open, can still change",
            meaning: "People could still answer, or open, when the last event was received."),
        Entry(
            name: "Target", columns: ["target"],
            meaning: "A rate that the team wants to reach, set with “bellwether settings target”."),
        Entry(
            name: "Mark",
            meaning:
                "What happened on a day: the first one on which \(ShownRate.smallestBase) people had been asked on "
                + "an OS version or by an app version, or what the team stored with “bellwether mark”."),
    ]

    private static let findings = [
        Entry(
            name: "Opt-in rate changed", columns: ["grant_rate"],
            meaning: "Of everyone asked, the share that allowed within 24 hours, of an app, OS version, app version or "
                + "placement: in the last 14, 28, 42 or 56 days against the 112 before them, compared within each app "
                + "and OS version and pooled (Cochran, Mantel and Haenszel), by 2 points or more. It is told on the "
                + "first night with p below 0.005, or below 0.0001 for a part of an app, and listed as long as it "
                + "lasts, for at most 90 nights. A fall is an alert on its first night."),
        Entry(
            name: "Other shares of OS versions", columns: ["mix"],
            meaning: "The app’s rate moved by 2 points or more, the interval of the difference does not "
                + "contain 0, and its mix part is larger than its rates part."),
        Entry(
            name: "Opens within 24 hours changed", columns: ["open_rate_24h"],
            meaning:
                "Of sends older than 24 hours in the last 28 days against the 28 before, pooled as the opt-in rate "
                + "is: p below 0.001 after Benjamini–Hochberg, 2 points or more, or a fifth of the rate before if that "
                + "is less."),
        Entry(
            name: "Silent", columns: ["silent"],
            meaning: "An app or app version that had 20 events or more on each of three days has sent "
                + "nothing for two days or more."),
        Entry(
            name: "Rejects, latency", columns: ["rejects", "latency"],
            meaning: "In 7 days at least 1 in 100 deliveries was rejected, or at least 5 in 100 events came "
                + "later than 24 hours, and that is at least twice the share of the 28 days before."),
        Entry(
            name: "New OS version", columns: ["new_os_version"],
            meaning: "At least 30 people were asked on it in the last 28 days, and no one in the 28 days "
                + "before."),
    ]

    private static func optIn(_ head: PageHead) -> [Entry] {
        [
            Entry(
                name: "Asked", columns: ["prompted"],
                meaning: "People whose first prompt falls on the day = allowed + denied + no answer + can still "
                    + "answer."),
            Entry(
                name: "Allowed, denied", columns: ["granted", "denied"],
                meaning: "The first answer after that prompt and within \(head.window) of it."),
            Entry(name: "Answered", columns: ["decided"], meaning: "Allowed + denied."),
            Entry(
                name: "No answer", columns: ["undecided"],
                meaning: "Asked, and did not answer within \(head.window)."),
            Entry(
                name: "Can still answer", columns: ["open_window"],
                meaning: "Asked less than \(head.window) before the last event, and no answer yet."),
            Entry(
                name: "Opt-in rate", columns: ["grant_rate"],
                meaning: "Allowed ÷ (allowed + denied + no answer). People who can still answer are not counted."),
            Entry(
                name: "Changes", columns: ["prompted_before", "granted_before", "settled_before", "grant_rate_before"],
                meaning: "The same numbers of the range before, which is as long, as they stood when that range "
                    + "was as old as this one is now."),
            Entry(
                name: "Share", columns: ["share", "share_before"],
                meaning: "People asked in the row ÷ people asked by the app, in the range and in the range "
                    + "before."),
            Entry(
                name: "Settled", columns: ["settled"],
                meaning: "Allowed + denied + no answer: the base of the opt-in rate."),
            Entry(
                name: "p, adjusted p", columns: ["p", "p_adjusted"],
                meaning: "Two-sided p of the pooled z test that both rates are equal. Adjusted: for all values "
                    + "of the dimension (Benjamini–Hochberg)."),
            Entry(
                name: "Detectable", columns: ["detectable"],
                meaning: "The smallest difference that would be found in four of five cases with this number of "
                    + "people."),
            Entry(
                name: "Acceptance rate", columns: ["acceptance_rate"],
                meaning: "Allowed ÷ (allowed + denied): of those who answered."),
            Entry(
                name: "Time to decide", columns: ["seconds_to_decision_p50", "seconds_to_decision_p90"],
                meaning: "The time from the prompt to the answer: the median, and the time within which 9 of 10 "
                    + "people answered."),
            Entry(
                name: "Answered, allowed, denied so soon",
                columns: ["seconds", "decided_rate", "granted_rate", "denied_rate"],
                meaning: "The share of all people asked that had answered, allowed or denied within this number "
                    + "of seconds after the prompt."),
            Entry(
                name: "Opened in 24 hours",
                meaning: "The share of people who opened a notification within 24 hours after they allowed, of "
                    + "those who allowed at least 24 hours before the last event. In key_numbers it is the "
                    + "measure first_open_24h."),
            Entry(
                name: "Eligible, kept, opened",
                columns: ["eligible_7d", "retained_7d", "opened_7d", "eligible_30d", "retained_30d", "opened_30d"],
                meaning: "Eligible: allowed at least 7 (30) days before the last event. Kept: permission still "
                    + "on 7 (30) days after the answer. Opened: opened a notification within these days."),
            Entry(
                name: "Pooled over 7 days",
                meaning: "All people asked on the day and on the 6 days before it, as one group."),
        ]
    }

    private static let provisional = [
        Entry(name: "Started", columns: ["started"], meaning: "People whose provisional trial began on the day."),
        Entry(
            name: "Kept", columns: ["kept_prominent", "kept_quiet", "kept_unspecified"],
            meaning: "The person chose to keep notifications: prominently, quietly, or in a way that the app "
                + "could not see."),
        Entry(name: "Turned off", columns: ["turned_off"], meaning: "The person chose to turn them off."),
        Entry(
            name: "Upgraded, refused", columns: ["upgraded", "refused"],
            meaning: "The app showed the prompt during the trial, and the person allowed or denied."),
        Entry(name: "Pending", columns: ["pending"], meaning: "No choice yet. A trial has no time limit."),
        Entry(
            name: "Keep rate", columns: ["keep_rate"],
            meaning: "(Kept prominent + kept quiet + kept unspecified + upgraded) ÷ (started − pending)."),
    ]

    private static let winBack = [
        Entry(
            name: "Asked again", columns: ["asked"],
            meaning: "People with status denied whom the app first asked, on the day, to turn notifications "
                + "on in Settings."),
        Entry(name: "Went", columns: ["went"], meaning: "Opened Settings within 24 hours after the question."),
        Entry(
            name: "Returned", columns: ["returned"],
            meaning: "Status authorized within 24 hours after opening Settings."),
        Entry(name: "Return rate", columns: ["return_rate"], meaning: "Returned ÷ asked."),
    ]

    private static func opens(_ head: PageHead) -> [Entry] {
        [
            Entry(
                name: "Sent", columns: ["sent"],
                meaning: "Notifications sent to an installation, on the day of the first send. Sending one again "
                    + "does not count."),
            Entry(
                name: "Received", columns: ["received"],
                meaning: "Sent notifications for which app code ran. For most no code runs, so this is a lower "
                    + "bound."),
            Entry(
                name: "Direct opens", columns: ["direct_opens"],
                meaning: "Sent notifications that were opened within \(head.openWindow)."),
            Entry(
                name: "Influenced opens", columns: ["influenced_opens"],
                meaning: "Sent notifications that were not opened directly, but after which the app was opened "
                    + "within \(head.influenceWindow). An open of the app belongs to the latest send before "
                    + "it."),
            Entry(
                name: "Direct, influenced, total open rate",
                columns: ["direct_open_rate", "influenced_open_rate", "total_open_rate"],
                meaning: "Direct opens ÷ sent; influenced opens ÷ sent; the sum of both."),
            Entry(
                name: "Opens within 24 hours", columns: ["sent_24h", "opened_24h", "open_rate_24h"],
                meaning: "sent_24h: notifications sent at least 24 hours before the last event. opened_24h: "
                    + "those opened directly within 24 hours. The rate is the second ÷ the first. It does not "
                    + "change after a day."),
            Entry(
                name: "Weekday, hour", columns: ["weekday", "hour"],
                meaning: "When the notification was sent, by the receiver’s clock: the UTC offset of its latest "
                    + "permission event, open of a notification or open of the app up to the send. Without "
                    + "any: \(PageFormat.name(head.timeZone))."),
            Entry(
                name: "Trigger, state of the app", columns: ["trigger", "app_state", "opened", "installations"],
                meaning: "Trigger of an open: push, or local if the app scheduled the notification. State of the "
                    + "app: in the foreground, in the background, or not running (a cold start). Installations: the "
                    + "distinct ones behind these events."),
            Entry(
                name: "Active, openers", columns: ["active", "openers", "active_28d", "openers_28d"],
                meaning: "Active: people who opened the app or a notification. Openers: people who opened a "
                    + "notification that was sent. On the day, or in the 28 days that end with it."),
            Entry(
                name: "Opener rate", columns: ["opener_rate"],
                meaning: "Openers ÷ people reachable at the end of the day before. It can exceed 1."),
        ]
    }

    private static let reach = [
        Entry(
            name: "Status",
            columns: ["authorized", "provisional", "ephemeral", "denied", "not_determined", "unknown"],
            meaning: "Installations at the end of the day, by authorization status. Provisional: on trial, "
                + "without a prompt. Ephemeral: allowed for a limited time, in an App Clip. Unknown: no "
                + "event reported a status."),
        Entry(
            name: "Reachable", columns: ["reachable"],
            meaning: "Authorized + provisional + ephemeral, at the end of the day."),
        Entry(
            name: "Reach", columns: ["reach_rate"], meaning: "Reachable ÷ (reachable + denied + not determined)."),
        Entry(
            name: "Gained, lost", columns: ["gained", "lost"],
            meaning: "Gained: reachable at the end of the day, and not at the end of the day before. Lost: "
                + "the reverse."),
        Entry(
            name: "Reach, active people", columns: ["reachable_28d", "reach_rate_28d"],
            meaning: "The share of people active in the 28 days that end with the day who could be reached "
                + "at the end of that day."),
    ]

    private static let comparisons = [
        Entry(
            name: "The headline",
            meaning: "The opt-in rate fell or rose: both ranges have \(OptInChange.smallestRange) people or more, the "
                + "interval of the difference leaves out 0, and p is below 0.001, because it is read every day. With a larger p it is said to be "
                + "“perhaps” lower or higher."),
        Entry(
            name: "These days, the days before",
            columns: ["part", "base", "rate", "part_before", "base_before", "before"],
            meaning: "The numerator, the denominator and the rate of a number of the overview, in the range "
                + "and in the range before. The numbers before are as they stood when that range was as "
                + "old as this one is now."),
        Entry(
            name: "Experiments", columns: ["settled_control", "granted_control", "grant_rate_control"],
            meaning: "Each variant of a placement against its control, over everyone asked since the first day with a "
                + "second variant and long enough ago to have answered. The interval holds on all days at once "
                + "(asymptotic confidence sequence, arXiv 2103.06476), at 5% divided by the number of variants beside "
                + "the control. Clear: it leaves out 0."),
        Entry(
            name: "Difference, points", columns: ["difference"],
            meaning: "One rate minus the other, with Newcombe’s hybrid score interval (method 10). “No clear "
                + "change” if the interval contains 0."),
        Entry(
            name: "p, p adjusted", columns: ["p"],
            meaning: "Two-sided, from the pooled z test; adjusted by Benjamini and Hochberg if a table tests "
                + "several pairs."),
        Entry(
            name: "Mix and rates parts", columns: ["mix", "rates"],
            meaning: "The change of a rate split by OS version (Kitagawa): mix = Σ Δshare · mean rate, rates = Σ "
                + "Δrate · mean share. They add up to the change."),
    ]

    private static func quality(_ head: PageHead) -> [Entry] {
        [
            Entry(
                name: "Installations set aside", columns: ["installations_set_aside"],
                meaning: "Installations with more permission events than a person can cause. They are in no "
                    + "number."),
            Entry(
                name: "Answers without a prompt", columns: ["orphan_decisions"],
                meaning: "Answers with no prompt before them."),
            Entry(
                name: "Answers after the window", columns: ["decided_late"],
                meaning: "People whose first answer came more than \(head.window) after the prompt. They count "
                    + "as “no answer”."),
            Entry(
                name: "Opens without a send", columns: ["unsent_opens"],
                meaning: "Opens of notifications that no event reports as sent. Local notifications are left "
                    + "out."),
            Entry(
                name: "Clocks corrected", columns: ["clocks_corrected"],
                meaning: "Events whose time was corrected because the device’s clock was wrong."),
            Entry(
                name: "Ids shared by many phones", columns: ["shared_installations"],
                meaning: "Installations whose permission events name more than three device models, on the day of "
                    + "the first event that names a fourth."),
            Entry(
                name: "Impossible changes of status", columns: ["status_jumps"],
                meaning: "Changes from denied to provisional, or from a known status to not determined."),
            Entry(
                name: "Latency", columns: ["latency_p50_seconds", "latency_p95_seconds", "latency_over_24h_rate"],
                meaning: "Time from the event to its receipt, of accepted events: median, 95th percentile, and "
                    + "the share over 24 hours."),
            Entry(
                name: "Accepted, duplicate, rejected", columns: ["accepted", "duplicate", "rejected"],
                meaning: "Deliveries by day of receipt. Rejected includes those that were released or discarded "
                    + "later."),
            Entry(
                name: "Rejects by reason", columns: ["count"],
                meaning: "Rejected deliveries received in these days."),
            Entry(
                name: "Published, now", columns: ["before", "after", "late_events"],
                meaning: "A count as the earlier report published it, and as it is now for that report’s "
                    + "horizon. late_events: events of the app that happened up to that horizon and were "
                    + "received after it."),
        ]
    }
}
