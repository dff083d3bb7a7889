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
            meaning: "Fewer than \(ShownRate.smallestBase) in the base, or an interval wider than the whole app’s "
                + "rate is large."),
        Entry(name: "Withheld", meaning: "Fewer people than the minimum cell: the row keeps its name and no number."),
        Entry(
            name: "Open, can still change",
            meaning: "Its window had not passed by the last event that was received."),
    ]

    private static let findings = [
        Entry(
            name: "Opt-in rate changed", columns: ["grant_rate"],
            meaning: "Of everyone asked, the share that allowed within 24 hours, of an app, OS version, app version or "
                + "placement: in the last 14, 28, 42 or 56 days against the 112 before them, compared within each app "
                + "and OS version and pooled (Cochran, Mantel and Haenszel), by 2 points or more. It is told on the "
                + "first night with p below 0.005, or below 0.0001 for a part of an app, and listed as long as it "
                + "lasts. A fall is an alert on its first night."),
        Entry(
            name: "Other shares of OS versions", columns: ["mix"],
            meaning:
                "The app’s rate moved by 2 points or more, the interval of the difference leaves out 0, and its mix "
                + "part is larger than its rates part."),
        Entry(
            name: "Opens within 24 hours changed", columns: ["open_rate_24h"],
            meaning:
                "Of sends older than 24 hours in the last 28 days against the 28 before, pooled as the opt-in rate "
                + "is: p below 0.001 after Benjamini–Hochberg, 2 points or more, or a fifth of the rate before if that "
                + "is less."),
        Entry(
            name: "Silent", columns: ["silent"],
            meaning: "An app or app version with 20 events or more on each of three days that has sent nothing for two "
                + "days or more."),
        Entry(
            name: "Rejects, latency", columns: ["rejects", "latency"],
            meaning: "In 7 days 1 in 100 deliveries or more was rejected, or 5 in 100 events came after 24 hours, and "
                + "twice as many as in the 28 days before."),
        Entry(
            name: "New OS version", columns: ["new_os_version"],
            meaning: "30 people or more on it in the last 28 days, and no one asked on it in the 28 before."),
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
                meaning: "Asked, no answer, and \(head.window) had passed by the last event."),
            Entry(
                name: "Can still answer", columns: ["open_window"],
                meaning: "Asked, no answer yet, and \(head.window) had not passed."),
            Entry(
                name: "Opt-in rate", columns: ["grant_rate"],
                meaning: "Allowed ÷ (allowed + denied + no answer). People who can still answer are in neither part."),
            Entry(
                name: "Changes", columns: ["prompted_before", "granted_before", "settled_before", "grant_rate_before"],
                meaning:
                    "The same of the equally long range right before, as it stood at the same age: with the horizon "
                    + "moved back by the length of the range."),
            Entry(
                name: "Share", columns: ["share", "share_before"],
                meaning: "Asked in the row ÷ asked of the app, in the range and in the one before."),
            Entry(
                name: "Settled", columns: ["settled"],
                meaning: "Allowed + denied + no answer: the base of the opt-in rate."),
            Entry(
                name: "p, adjusted p", columns: ["p", "p_adjusted"],
                meaning:
                    "Two-sided p of the pooled z test that both rates are equal, and the same adjusted for all values "
                    + "of the dimension (Benjamini–Hochberg)."),
            Entry(
                name: "Detectable", columns: ["detectable"],
                meaning: "The smallest difference that would be found four times in five with as many people."),
            Entry(
                name: "Acceptance rate", columns: ["acceptance_rate"],
                meaning: "Allowed ÷ (allowed + denied): of those who answered."),
            Entry(
                name: "Time to decide", columns: ["seconds_to_decision_p50", "seconds_to_decision_p90"],
                meaning: "Answer − prompt, of all who answered: the median, and the time within which 9 in 10 did."),
            Entry(
                name: "Answered, allowed, denied so soon",
                columns: ["seconds", "decided_rate", "granted_rate", "denied_rate"],
                meaning: "Of all asked, those who can still answer included, the share that had answered, allowed or "
                    + "denied less than this many seconds after the prompt."),
            Entry(
                name: "Opened in 24 hours",
                meaning:
                    "Of people who allowed at least 24 hours before the last event: opened a notification less than 24 "
                    + "hours after they allowed. In key_numbers it is the measure first_open_24h."),
            Entry(
                name: "Eligible, kept, opened",
                columns: ["eligible_7d", "retained_7d", "opened_7d", "eligible_30d", "retained_30d", "opened_30d"],
                meaning: "Eligible: allowed at least 7 (30) days before the last event. Of these: permission still on "
                    + "7 (30) days after the answer; a notification opened within them."),
            Entry(
                name: "Pooled over 7 days",
                meaning: "All people asked on the day and the 6 days before it, as one group."),
        ]
    }

    private static let provisional = [
        Entry(name: "Started", columns: ["started"], meaning: "People whose provisional trial began on the day."),
        Entry(
            name: "Kept", columns: ["kept_prominent", "kept_quiet", "kept_unspecified"],
            meaning: "Chose to keep notifications: prominently, quietly, or in a way that the app was not told."),
        Entry(name: "Turned off", columns: ["turned_off"], meaning: "Chose to turn them off."),
        Entry(
            name: "Upgraded, refused", columns: ["upgraded", "refused"],
            meaning: "Asked outright during the trial, and allowed or denied."),
        Entry(name: "Pending", columns: ["pending"], meaning: "No choice so far; no window closes a trial."),
        Entry(
            name: "Keep rate", columns: ["keep_rate"],
            meaning: "(Kept prominent + kept quiet + kept unspecified + upgraded) ÷ (started − pending)."),
    ]

    private static let winBack = [
        Entry(
            name: "Asked again", columns: ["asked"],
            meaning: "First question, on the day, whether to turn notifications on in Settings, while the status is "
                + "denied."),
        Entry(name: "Went", columns: ["went"], meaning: "Opened Settings within 24 hours of the question."),
        Entry(
            name: "Returned", columns: ["returned"],
            meaning: "Status authorized within 24 hours of opening Settings."),
        Entry(name: "Return rate", columns: ["return_rate"], meaning: "Returned ÷ asked."),
    ]

    private static func opens(_ head: PageHead) -> [Entry] {
        [
            Entry(
                name: "Sent", columns: ["sent"],
                meaning: "Notifications to an installation, on the day of the first send; a re-send is the same one."),
            Entry(
                name: "Received", columns: ["received"],
                meaning: "Of the sent, those that the app saw. App code does not run for most: a lower bound."),
            Entry(
                name: "Direct opens", columns: ["direct_opens"],
                meaning: "Of the sent, those opened within \(head.openWindow)."),
            Entry(
                name: "Influenced opens", columns: ["influenced_opens"],
                meaning: "Of the sent and not directly opened, those after which the app was opened within "
                    + "\(head.influenceWindow); an open of the app belongs to the latest send before it."),
            Entry(
                name: "Direct, influenced, total open rate",
                columns: ["direct_open_rate", "influenced_open_rate", "total_open_rate"],
                meaning: "Direct opens ÷ sent; influenced opens ÷ sent; the sum of both."),
            Entry(
                name: "Opens within 24 hours", columns: ["sent_24h", "opened_24h", "open_rate_24h"],
                meaning:
                    "Notifications whose first 24 hours are over; of these, those opened directly within them; the "
                    + "second ÷ the first. A rate that stops moving after a day."),
            Entry(
                name: "Active, openers", columns: ["active", "openers", "active_28d", "openers_28d"],
                meaning: "People who opened the app or a notification; who opened a notification that was sent. On the "
                    + "day, or in the 28 days that end with it."),
            Entry(
                name: "Opener rate", columns: ["opener_rate"],
                meaning: "Openers ÷ people reachable at the end of the day before. A ratio: it can pass 1."),
        ]
    }

    private static let reach = [
        Entry(
            name: "Status",
            columns: ["authorized", "provisional", "ephemeral", "denied", "not_determined", "unknown"],
            meaning: "Installations at the end of the day by what iOS says: allowed; on trial, without a question; "
                + "allowed for a while, in an App Clip; denied or turned off; not asked so far; not told by the app."),
        Entry(
            name: "Reachable", columns: ["reachable"],
            meaning: "Authorized + provisional + ephemeral, at the end of the day."),
        Entry(
            name: "Reach", columns: ["reach_rate"], meaning: "Reachable ÷ (reachable + denied + not determined)."),
        Entry(
            name: "Gained, lost", columns: ["gained", "lost"],
            meaning: "Reachable at the end of the day and not the day before; the other way round."),
        Entry(
            name: "Reach, active people", columns: ["reachable_28d", "reach_rate_28d"],
            meaning: "Of people active in the 28 days that end with the day, the share that could be reached at its "
                + "end."),
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
            meaning: "Of a number of the overview: how many it counts, of how many, and the first ÷ the second; in "
                + "these days and in as many days before. People asked before, and their answers, are as they stood "
                + "when those days were as old as these are now."),
        Entry(
            name: "Experiments", columns: ["settled_control", "granted_control", "grant_rate_control"],
            meaning: "Each variant of a placement against its control, over everyone asked since the first day with a "
                + "second variant and long enough ago to have answered. The interval holds on all days at once "
                + "(asymptotic confidence sequence, arXiv 2103.06476), at 5% divided by the number of variants beside "
                + "the control. Clear: it leaves out 0."),
        Entry(
            name: "Difference, points", columns: ["difference"],
            meaning: "One rate less the other, with Newcombe’s hybrid score interval (method 10). “No clear change” "
                + "where it holds 0."),
        Entry(
            name: "p, p adjusted", columns: ["p"],
            meaning: "Two-sided, from the pooled z test; adjusted by Benjamini and Hochberg where a table tests many."),
        Entry(
            name: "Mix and rates parts", columns: ["mix", "rates"],
            meaning: "The change of a rate split by OS version (Kitagawa): mix = Σ Δshare · mean rate, rates = Σ "
                + "Δrate · mean share. They add up to the change."),
    ]

    private static func quality(_ head: PageHead) -> [Entry] {
        [
            Entry(
                name: "Installations set aside", columns: ["installations_set_aside"],
                meaning: "Installations of more permission events than a person can cause; they are in no number."),
            Entry(
                name: "Answers without a prompt", columns: ["orphan_decisions"],
                meaning: "Events of an answer without a prompt before it."),
            Entry(
                name: "Answers after the window", columns: ["decided_late"],
                meaning: "People without a counted answer whose first one came more than \(head.window) after the "
                    + "prompt."),
            Entry(
                name: "Opens without a send", columns: ["unsent_opens"],
                meaning: "Opens, other than of local notifications, of something never known to be sent."),
            Entry(
                name: "Clocks corrected", columns: ["clocks_corrected"],
                meaning: "Events whose time was moved because the device’s clock was off."),
            Entry(
                name: "Ids used for two events", columns: ["conflicting_ids"],
                meaning: "Ids of one installation that came with more than one time."),
            Entry(
                name: "Impossible changes of status", columns: ["status_jumps"],
                meaning: "From denied to provisional, or to not determined from anything known."),
            Entry(
                name: "Latency", columns: ["latency_p50_seconds", "latency_p95_seconds", "latency_over_24h_rate"],
                meaning: "Receipt − event, of accepted events: median, 95th percentile, share over 24 hours."),
            Entry(
                name: "Accepted, duplicate, rejected", columns: ["accepted", "duplicate", "rejected"],
                meaning: "Deliveries by day of receipt; rejected ones that were released or discarded later included."),
            Entry(
                name: "Rejects by reason", columns: ["count"],
                meaning: "Rejected deliveries that were received in these days."),
            Entry(
                name: "Published, now", columns: ["before", "after", "late_events"],
                meaning: "A count as the report before published it, and as it reads now at that report’s horizon; "
                    + "events received after that horizon of what happened up to it."),
        ]
    }
}
