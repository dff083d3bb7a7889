import Pages

/// Tables of an app that shows primers and draws arms.
extension Fixtures {
    /// Returns the row of everyone in `ask_by`. `primed` and what follows are of `settled`.
    static func ask(
        settled: Int, primed: Int, accepted: Int, prompted: Int, blocked: Int = 0, granted: Int, open: Int = 0,
        app: String
    ) -> Row {
        Row(
            [("app_id", app), ("dimension", "all"), ("name", "")]
                + counts([
                    ("asked", settled + open), ("primed", primed), ("primer_accepted", accepted),
                    ("primer_declined", primed - accepted), ("prompted", prompted), ("blocked", blocked),
                    ("granted", granted), ("denied", prompted - granted), ("open_window", open), ("settled", settled),
                ]) + rate("yield", granted, of: settled) + rate("primed_rate", primed, of: settled)
                + rate("primer_accepted_rate", accepted, of: settled) + rate("prompted_rate", prompted, of: settled)
                + rate("blocked_rate", blocked, of: settled))
    }

    /// Returns a row of `opt_in_experiments`: `reached` of `settled` in the arm and in the control. `half` is half of the
    /// interval's width; nil if there are too few people.
    static func comparison(
        _ base: String, _ experiment: String, _ variant: String = "primer", outcome: String,
        _ arm: (reached: Int, settled: Int), _ control: (reached: Int, settled: Int), half: Double?,
        split: Double = 0.4, app: String
    ) -> Row {
        let rates = [arm, control].map { Double($0.reached) / Double($0.settled) }
        let difference = rates[0] - rates[1]
        return Row(
            [
                ("app_id", app), ("base", base), ("experiment", experiment), ("variant", variant),
                ("outcome", outcome), ("control", "control"), ("started", "2026-03-20"), ("rate", String(rates[0])),
                ("rate_control", String(rates[1])), ("difference", String(difference)),
                ("difference_low", half.map { String(difference - $0) }),
                ("difference_high", half.map { String(difference + $0) }),
                ("is_clear", half.map { abs(difference) > $0 ? "true" : "false" }), ("split_p", String(split)),
            ]
                + counts([
                    ("reached", arm.reached), ("settled", arm.settled), ("reached_control", control.reached),
                    ("settled_control", control.settled),
                ]))
    }

    /// Returns the tables of a primer that lets four of ten say no before the dialog: of those whom the dialog reached
    /// 70% allow with it and 50% without, and of all 42% and 50%. `half` is that of the interval of everyone assigned.
    static func primer(half: Double, app: String) -> [String: [Row]] {
        [
            "ask_by": [
                ask(
                    settled: 20_000, primed: 10_000, accepted: 6_000, prompted: 16_000, granted: 9_200, open: 310,
                    app: app)
            ],
            "opt_in_experiments": [
                comparison(
                    "asked", "onboarding", outcome: "granted", (4_200, 6_000), (5_000, 10_000), half: 0.03, split: 0,
                    app: app),
                comparison(
                    "assigned", "soft_ask", outcome: "allowed", (4_200, 10_000), (5_000, 10_000), half: half,
                    app: app),
                comparison(
                    "assigned", "soft_ask", outcome: "reachable", (4_300, 10_000), (5_100, 10_000), half: half,
                    app: app),
            ],
            "opt_in_experiment_days": ["allowed", "reachable"].flatMap { outcome in
                ["2026-03-28", "2026-04-30"].map { day in
                    let keys: [(String, String?)] = [
                        ("app_id", app), ("base", "assigned"), ("experiment", "soft_ask"), ("variant", "primer"),
                        ("outcome", outcome), ("day", day),
                    ]
                    return Row(
                        keys
                            + counts([
                                ("reached", 4_200), ("settled", 10_000), ("reached_control", 5_000),
                                ("settled_control", 10_000),
                            ]) + [
                                ("difference", "-0.08"), ("difference_low", String(-0.08 - half)),
                                ("difference_high", String(-0.08 + half)),
                            ])
                }
            },
        ]
    }
}
