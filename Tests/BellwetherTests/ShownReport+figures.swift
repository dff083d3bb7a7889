/// The figures of each page.
extension ShownReport {
    func optIn() throws -> [Shown] {
        let systems = try table("opt_in_by_os")
        let appVersions = try table("opt_in_by_app_version")
        return [
            Shown("opt-in", "versions", Self.lines(systems, Self.system, "grant_rate", Self.answers)),
            Shown("opt-in", "app-versions", Self.lines(appVersions, Self.appVersion, "grant_rate", Self.answers)),
            Shown("opt-in", "retention-7", retained(systems, "7d")),
            Shown("opt-in", "retention-30", retained(systems, "30d")),
            Shown("opt-in", "variants", try variants(), isSum: true),
            Shown("opt-in", "decisions", try table("decision_curve").map(Self.moment)),
            Shown("opt-in", "change", try table("key_numbers").flatMap(Self.change)),
        ]
    }

    private func retained(_ rows: [Row], _ days: String) -> [Line] {
        let columns = ["retained", "eligible", "opened"].map { "\($0)_\(days)" }
        return rows.map { row in (Self.system(row), Self.skipped(2) + Self.counts(row, columns)) }
    }

    /// Each placement's control is named with it: the variant of that name, else the first.
    private func variants() throws -> [Line] {
        let placements = Dictionary(grouping: try table("opt_in_by_variant")) { $0["placement"]! }
        return placements.flatMap { placement, rows -> [Line] in
            let names = Set(rows.map { $0["variant"]! })
            let control = names.contains("control") ? "control" : names.min()!
            return names.map { variant in
                let label = Self.named(variant, "variant")
                let cells = Self.skipped(6) + [PageCell.sum(rows.filter { $0["variant"] == variant }, "prompted")]
                return (variant == control ? "\(Self.named(placement, "placement")) · \(label)" : label, cells)
            }
        }
    }

    private static func moment(_ row: Row) -> Line {
        let seconds = Int(row["seconds"]!)!
        let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let (length, unit) = units.first { seconds.isMultiple(of: $0.0) }!
        return (
            "\(seconds / length) \(unit)\(seconds == length ? "" : "s")",
            counts(row, ["decided"]) + [PageCell.rate(row, "decided_rate")] + counts(row, ["granted", "denied"])
        )
    }

    private static func change(_ row: Row) -> [Line] {
        guard row["measure"] == "grant_rate" else { return [] }
        return [
            ("These days", [PageCell.rate(row, "rate")] + counts(row, ["part", "base"])),
            ("The days before", [PageCell.rate(row, "before")] + counts(row, ["part_before", "base_before"])),
        ]
    }

    func overview() throws -> [Shown] {
        let systems = try table("opt_in_by_os")
        return [
            Shown("index", "steps", Self.steps(systems), isSum: true),
            Shown("index", "versions", Self.sums(systems, by: Self.major, skipping: 2, Self.answers), isSum: true),
            Shown("index", "trend", byDay(try table("opt_in_daily"), ["prompted"]), isSum: true),
        ]
    }

    /// Of whom is asked, of the step before, and how many.
    private static func steps(_ systems: [Row]) -> [Line] {
        let sum = { (column: String) -> Int in systems.reduce(0) { $0 + (Int($1[column]!) ?? 0) } }
        let (asked, decided, granted) = (sum("prompted") - sum("open_window"), sum("decided"), sum("granted"))
        let line = { (name: String, part: Int, whole: Int, before: Int) -> Line in
            (name, [.proportion(part, of: whole), .proportion(part, of: before), .count(String(part))])
        }
        return [
            ("Asked", [.proportion(0, of: 0), .proportion(0, of: 0), .count(String(asked))]),
            line("Answered", decided, asked, asked), line("Allowed", granted, asked, decided),
        ]
    }

    private func byDay(_ rows: [Row], _ columns: [String]) -> [Line] {
        Self.sums(rows, by: Self.day, skipping: 0, columns)
    }

    func trials() throws -> [Shown] {
        let outcomes = [
            "kept_prominent", "kept_quiet", "kept_unspecified", "upgraded", "turned_off", "refused", "pending",
            "started",
        ]
        let (trials, asked) = (try table("provisional_by_os"), try table("win_back_by_os"))
        let steps = ["asked", "went", "returned"]
        return [
            Shown("provisional", "outcomes", Self.lines(trials, Self.system, "keep_rate", outcomes)),
            Shown("win-back", "returns", Self.lines(asked, Self.system, "return_rate", steps)),
        ]
    }

    func opens() throws -> [Shown] {
        let sent = try table("opens_daily").filter { $0["sent"] != "0" }
        let counts = ["direct_opens", "influenced_opens", "sent"]
        let campaigns = try table("opens_by_campaign").filter { $0["sent"] != "0" }.map { row -> Line in
            let cells = [PageCell.rate(row, "direct_open_rate"), .whatever, .whatever] + Self.counts(row, counts)
            return (Self.named(row["campaign"]!, "campaign"), cells)
        }
        return [
            Shown("opens", "direct", byDay(sent, ["sent", "direct_opens"]), isSum: true),
            Shown("opens", "influenced", byDay(sent, ["sent", "influenced_opens"]), isSum: true),
            Shown("opens", "campaigns", campaigns),
            Shown("opens", "hours", try hours(), isOptional: true),
            Shown("opens", "versions", Self.sums(sent, by: Self.system, skipping: 4, counts), isSum: true),
        ]
    }

    /// A row for each weekday; where too few were sent for a rate, a dot.
    private func hours() throws -> [Line] {
        let rows = try table("opens_by_hour")
        return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].enumerated().map { index, day in
            let cells = (0..<24).map { hour -> PageCell in
                let row = rows.first { $0["weekday"] == String(index + 1) && $0["hour"] == String(hour) }
                return .shade(row?["direct_open_rate"] ?? "")
            }
            return (day, cells)
        }
    }

    func reach() throws -> [Shown] {
        let daily = try table("reach_daily")
        let statuses = ["authorized", "provisional", "ephemeral", "denied", "not_determined", "unknown"]
        let met = statuses.filter { status in daily.contains { $0[status] != "0" } }
        let last = daily.filter { $0["day"] == daily.last?["day"] }
        return [
            Shown("reach", "status", byDay(daily, met + ["reachable"]), isSum: true),
            Shown("reach", "moves", byDay(daily, ["gained", "lost"]), isSum: true),
            Shown("reach", "living", byDay(try table("activity_daily"), ["active_28d", "reachable_28d"]), isSum: true),
            Shown("reach", "versions", Self.sums(last, by: Self.system, skipping: 2, met), isSum: true),
        ]
    }

    func quality() throws -> [Shown] {
        let labels = [
            "unsent_opens": "Opens without a send", "orphan_decisions": "Answers without a prompt",
            "decided_late": "Answers after the window", "status_jumps": "Impossible changes of status",
            "conflicting_ids": "Ids used for two events", "clocks_corrected": "Clocks corrected",
        ]
        let checks = try table("data_quality").compactMap { row -> Line? in
            labels[row["measure"]!].map { ($0, [PageCell.count(row["value"]!)]) }
        }
        return [Shown("quality", "checks", checks)]
    }

    func deliveries() throws -> [Line] { byDay(try table("deliveries_daily"), ["accepted", "duplicate", "rejected"]) }

    func rejects() throws -> [Line] {
        try table("rejects").map { row in
            (row["reason"]!.split(separator: "_").joined(separator: " "), [PageCell.count(row["count"]!)])
        }
    }
}
