import EventLog
import Events

extension DataDictionary.Relation {
    /// The columns that identify a row; empty if no columns do.
    var key: [String] { SQLFiles.catalogue.table(name)?.keys ?? [] }

    /// Returns whether a column never is null. The comments say when a value is null; besides, fractions and statistics
    /// are null if nothing was counted, and so is `part`, if only the range before has the measure.
    func isNeverNull(_ column: DataDictionary.Column) -> Bool {
        !["numeric", "double precision"].contains(column.type)
            && column.meaning?.firstMatch(of: /\bnull\b/.ignoresCase()) == nil
            && !(name == "key_numbers" && column.name == "part")
    }

    /// Returns the values that a column can have besides null; nil if they are not a fixed list.
    func values(of column: DataDictionary.Column) -> [String]? {
        switch (name, column.name) {
        // Empty in rows of activity_daily, which has no system.
        case ("published_row", "os_name"), ("restatements", "os_name"): OSName.allCases.map(\.rawValue) + [""]
        case (_, "os_name"), (_, "prompt_os_name"), (_, "trial_os_name"), (_, "asked_os_name"):
            OSName.allCases.map(\.rawValue)
        case (_, "status"), (_, "status_before"): ["unknown"] + AuthorizationStatus.allCases.map(\.rawValue)
        case ("events", "type"): EventType.allCases.map(\.name)
        case ("events", "delivery"): Delivery.allCases.map(\.rawValue)
        case ("events", "app_state"): AppState.allCases.map(\.rawValue)
        case ("events", "trigger"): Trigger.allCases.map(\.rawValue)
        case ("notification_states_daily", "app_state"): AppState.allCases.map(\.rawValue) + [""]
        case ("notification_states_daily", "trigger"): Trigger.allCases.map(\.rawValue) + [""]
        case (_, "reason"): RejectReason.allCases.map(\.rawValue)
        case ("quarantine", "state"): QuarantineState.allCases.map(\.rawValue)
        case ("runs", "stage"): Night.Stage.allCases.map(\.rawValue)
        case (_, "table"): ["opt_in_daily", "reach_daily", "opens_daily", "activity_daily"]
        case ("opt_in_by", "dimension"): SQLFiles.catalogue.names(of: ["dimensions"])
        case ("opt_in_changes", "dimension"): ["all"] + SQLFiles.catalogue.names(of: ["dimensions"])
        case ("opens_by_hour", "weekday"): (1...7).map(String.init)
        case ("opens_by_hour", "hour"), (_, "prompt_local_hour"): (0...23).map(String.init)
        default: Self.words["\(name).\(column.name)"]
        }
    }

    private static let words = [
        "data_quality.measure": [
            "orphan_decisions", "decided_late", "unsent_opens", "status_jumps", "shared_installations",
            "clocks_corrected",
            "latency_p50_seconds", "latency_p95_seconds", "latency_over_24h_rate", "installations_set_aside",
        ],
        "findings.rule": [
            "grant_rate", "mix", "open_rate_24h", "new_os_version", "silent", "rejects", "latency",
        ],
        "findings.severity": ["alert", "notice", "info"],
        "installations.answer": ["granted", "denied", "undecided", "open"],
        "installations.decision": ["granted", "denied"],
        "installations.trial_outcome": [
            "kept_prominent", "kept_quiet", "kept_unspecified", "turned_off", "upgraded", "refused", "pending",
        ],
        "key_numbers.measure": [
            "prompted", "grant_rate", "first_open_24h", "keep_rate", "open_rate_24h", "direct_open_rate",
            "influenced_open_rate",
            "reach_rate_28d",
        ],
        "marks.kind": ["os_version", "app_version", "team"],
        "target.measure": ["grant_rate", "reach_rate_28d"],
        "targets.measure": ["grant_rate", "reach_rate_28d"],
        "runs.outcome": ["done", "failed", "skipped"],
    ]
}
