import EventLog
import Events

extension DataDictionary.Relation {
    /// The columns that identify a row; empty if no columns do.
    var key: [String] { SQLFiles.catalogue.table(name)?.keys ?? [] }

    /// What of the table may be added up, and a query; nil if the catalogue does not have it.
    var use: (sums: String, example: String)? { SQLFiles.catalogue.table(name).map { ($0.sums, $0.example) } }

    /// What identifies a row, and what may be added up.
    var usage: String {
        let grain = key.map { "`\($0)`" }.joined(separator: ", ")
        return (key.isEmpty ? "No columns identify a row." : "Key: \(grain).")
            + (use.map { " Adds up: \($0.sums)" } ?? "")
    }

    /// Returns whether a column never is null. The comments say when a value is null; besides, fractions and statistics
    /// are null if nothing was counted.
    func isNeverNull(_ column: DataDictionary.Column) -> Bool {
        !["numeric", "double precision"].contains(column.type)
            && column.meaning?.firstMatch(of: /\bnull\b/.ignoresCase()) == nil
    }

    /// Returns the values that a column can have besides null; nil if they are not a fixed list.
    func values(of column: DataDictionary.Column) -> [String]? {
        switch (name, column.name) {
        // Empty in rows of activity_daily, which has no system.
        case ("published_row", "os_name"), ("restatements", "os_name"): OSName.allCases.map(\.rawValue) + [""]
        case (_, "os_name"), (_, "prompt_os_name"), (_, "trial_os_name"), (_, "asked_os_name"):
            OSName.allCases.map(\.rawValue)
        case (_, "status"), (_, "status_before"): ["unknown"] + AuthorizationStatus.allCases.map(\.rawValue) + ["gone"]
        case ("installations", "level"), ("notifications", "level"), ("opens_by_level", "level"):
            SQLFiles.catalogue.names(of: ["levels"]).map { String($0.dropFirst("level_".count)) }
        case ("events", "type"): EventType.allCases.map(\.name)
        case ("events", "delivery"): Delivery.allCases.map(\.rawValue)
        case ("events", "answer"): PrimerAnswer.allCases.map(\.rawValue)
        case ("events", "app_state"): AppState.allCases.map(\.rawValue)
        case ("events", "trigger"): Trigger.allCases.map(\.rawValue)
        case ("notification_states_daily", "app_state"): AppState.allCases.map(\.rawValue) + [""]
        case ("notification_states_daily", "trigger"): Trigger.allCases.map(\.rawValue) + [""]
        case (_, "reason"): RejectReason.allCases.map(\.rawValue)
        case ("quarantine", "state"): QuarantineState.allCases.map(\.rawValue)
        case ("runs", "stage"): Night.Stage.allCases.map(\.rawValue)
        case ("published_row", "table"): SQLFiles.catalogue.values(of: "table", in: "restatements")
        case ("target", "measure"): SQLFiles.catalogue.values(of: "measure", in: "targets")
        case ("runs", "outcome"): ["done", "failed", "skipped"]
        case ("installations", "answer"): ["granted", "denied", "undecided", "open"]
        case ("installations", "decision"): ["granted", "denied"]
        case ("installations", "trial_outcome"): SQLFiles.catalogue.names(of: ["trials"]).filter { $0 != "started" }
        case ("opt_in_by", "dimension"): SQLFiles.catalogue.names(of: ["dimensions"])
        case ("ask_by", "dimension"): ["all"] + SQLFiles.catalogue.names(of: ["ask_dimensions"])
        case ("opt_in_changes", "dimension"): ["all"] + SQLFiles.catalogue.names(of: ["dimensions"])
        case ("opens_by_hour", "weekday"): (1...7).map(String.init)
        case ("opens_by_hour", "hour"), (_, "prompt_local_hour"): (0...23).map(String.init)
        default: SQLFiles.catalogue.values(of: column.name, in: name)
        }
    }
}
