import Simulation
import Testing

@Suite struct RangeTests {
    private func isCounted(promptAt offset: Microseconds, _ parameters: Truth.Parameters) -> Bool {
        !rows("opt_in_by_os", [event(.promptShown, at: offset).with { $0.receivedAt = start }], parameters).isEmpty
    }

    @Test func theDefaultRangeIsTheNinetyDaysBeforeTheHorizonsDay() {
        let parameters = parameters(horizon: 90 * day + 5 * second)
        #expect(!isCounted(promptAt: -1, parameters))
        #expect(isCounted(promptAt: 0, parameters))
        #expect(isCounted(promptAt: 90 * day - 1, parameters))
        #expect(!isCounted(promptAt: 90 * day, parameters))
    }

    @Test func toAloneMovesFromWithIt() {
        let parameters = parameters(horizon: 200 * day, to: 100)
        #expect(!isCounted(promptAt: 11 * day - 1, parameters))
        #expect(isCounted(promptAt: 11 * day, parameters))
        #expect(!isCounted(promptAt: 101 * day, parameters))
    }

    @Test func noRowLiesAfterTheHorizonsDay() {
        let parameters = parameters(horizon: 10 * day, from: 0, to: 50)
        #expect(isCounted(promptAt: 11 * day - 1, parameters))
        #expect(!isCounted(promptAt: 11 * day, parameters))
        let days = rows("reach_daily", [status(.authorized, at: 9 * day)], parameters)
        #expect(days.count == 2, "the ninth and the horizon's")
    }

    @Test func anEventIsKnownIfItWasReceivedByTheHorizon() {
        func rowCount(receivedAt: Microseconds) -> Int {
            let shown = event(.promptShown, at: 0).with { $0.receivedAt = start + receivedAt }
            return rows("opt_in_by_os", [shown], parameters(horizon: 5 * day)).count
        }
        #expect(rowCount(receivedAt: 5 * day) == 1)
        #expect(rowCount(receivedAt: 5 * day + 1) == 0)
    }

    @Test func withoutAnyHorizonEveryTableIsItsHeaderAlone() {
        let files = Truth.Tables([], [], Truth.Parameters(horizon: nil)).files
        #expect(files.count == 18)
        #expect(files.allSatisfy { $0.csv.split(separator: "\n").count == 1 })
    }

    @Test func theHeadersAreThoseOfTheCommandLinesPage() {
        let headers = Truth.Tables([], [], parameters()).files.map { [$0.name, String($0.csv.dropLast())] }
        #expect(
            headers == [
                [
                    "opt_in_by_os.csv",
                    """
                    app_id,os_name,os_version,prompted,decided,granted,denied,undecided,open_window,grant_rate,\
                    grant_rate_low,grant_rate_high,acceptance_rate,acceptance_rate_low,acceptance_rate_high,\
                    seconds_to_decision_p50,seconds_to_decision_p90,eligible_7d,retained_7d,opened_7d,eligible_30d,\
                    retained_30d,opened_30d
                    """,
                ],
                [
                    "opt_in_daily.csv",
                    "app_id,day,os_name,os_version,prompted,decided,granted,denied,undecided,open_window",
                ],
                [
                    "opt_in_by_app_version.csv",
                    """
                    app_id,app_version,prompted,decided,granted,denied,undecided,open_window,grant_rate,grant_rate_low,\
                    grant_rate_high
                    """,
                ],
                [
                    "opt_in_by_variant.csv",
                    """
                    app_id,placement,variant,os_name,prompted,decided,granted,denied,undecided,open_window,grant_rate,\
                    grant_rate_low,grant_rate_high
                    """,
                ],
                [
                    "opt_in_changes.csv",
                    """
                    app_id,dimension,name,prompted,prompted_before,share,share_before,granted,settled,grant_rate,\
                    grant_rate_low,grant_rate_high,granted_before,settled_before,grant_rate_before,difference,\
                    difference_low,difference_high,p,p_adjusted,detectable
                    """,
                ],
                ["marks.csv", "app_id,day,kind,name,is_new"],
                [
                    "opt_in_experiments.csv",
                    """
                    app_id,placement,variant,control,started,granted,settled,grant_rate,granted_control,\
                    settled_control,grant_rate_control,difference,difference_low,difference_high,is_clear
                    """,
                ],
                [
                    "provisional_by_os.csv",
                    """
                    app_id,os_name,os_version,started,kept_prominent,kept_quiet,kept_unspecified,turned_off,upgraded,\
                    refused,pending,keep_rate,keep_rate_low,keep_rate_high
                    """,
                ],
                [
                    "win_back_by_os.csv",
                    "app_id,os_name,os_version,asked,went,returned,return_rate,return_rate_low,return_rate_high",
                ],
                [
                    "reach_daily.csv",
                    """
                    app_id,day,os_name,os_version,authorized,provisional,ephemeral,denied,not_determined,unknown,\
                    reachable,reach_rate,gained,lost
                    """,
                ],
                [
                    "opens_daily.csv",
                    """
                    app_id,day,os_name,os_version,sent,received,direct_opens,influenced_opens,direct_open_rate,\
                    direct_open_rate_low,direct_open_rate_high,influenced_open_rate,total_open_rate,openers,active,\
                    sent_24h,opened_24h,open_rate_24h,open_rate_24h_low,open_rate_24h_high
                    """,
                ],
                [
                    "opens_by_campaign.csv",
                    """
                    app_id,campaign,sent,received,direct_opens,influenced_opens,direct_open_rate,direct_open_rate_low,\
                    direct_open_rate_high,influenced_open_rate,total_open_rate,sent_24h,opened_24h,open_rate_24h,\
                    open_rate_24h_low,open_rate_24h_high
                    """,
                ],
                [
                    "opens_by_hour.csv",
                    "app_id,weekday,hour,sent,direct_opens,direct_open_rate,direct_open_rate_low,direct_open_rate_high",
                ],
                [
                    "activity_daily.csv",
                    "app_id,day,active,openers,opener_rate,active_28d,openers_28d,reachable_28d,reach_rate_28d",
                ],
                ["notification_states_daily.csv", "app_id,day,trigger,app_state,received,opened,installations"],
                ["deliveries_daily.csv", "day,accepted,duplicate,rejected"],
                ["rejects.csv", "reason,count"],
                ["data_quality.csv", "app_id,measure,value"],
            ])
    }
}
