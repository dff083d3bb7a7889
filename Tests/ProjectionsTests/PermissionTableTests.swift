import EventLog
import TestSupport
import Testing

@Suite struct PermissionTableTests {
    @Test func valuesAreOrderedByTheirBytesAndDimensionsAsTheyAreListed() async throws {
        let versions = ["5.10.0", "5.9", "beta", "", "5.09", "5.9-rc", "10"]
        let rows = try await History.run { history in
            try await history.ingest(
                versions.enumerated().map { number, version in
                    line("prompt_shown", number, at: 0, installation: number + 1).version(version)
                })
            try await history.project()
            return try await history.log.rows(
                "SELECT t.dimension, t.name, t.prompted FROM analytics.opt_in_by('2026-03-01', '2026-03-01') AS t")
        }
        let ofVersions = rows.filter { $0[0] == "app_version" }
        #expect(ofVersions.map { $0[1] } == ["", "10", "5.09", "5.10.0", "5.9", "5.9-rc", "beta"])
        #expect(ofVersions.allSatisfy { $0[2] == "1" })
        #expect(
            rows.filter { $0[0] != "app_version" } == [
                ["platform", "iOS", "7"], ["os", "iOS 17", "7"], ["os_version", "iOS 17.4", "7"],
                ["placement", "", "7"], ["variant", "", "7"], ["locale", "", "7"], ["language", "", "7"],
                ["region", "", "7"], ["device_model", "", "7"], ["hour", "12", "7"],
            ])
        let order = rows.compactMap(\.[0]).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(order == SQLFiles.catalogue.names(of: ["dimensions"]))
    }

    @Test(arguments: [
        ("de_DE", "de", "DE"), ("en-us", "en", "US"), ("EN", "en", ""), ("zh-Hant-TW", "zh", "TW"),
        ("es_419", "es", "419"),
        ("ja_JP.UTF-8", "ja", "JP"), ("en_GB@calendar=US", "en", "GB"), ("fr__CA", "fr", "CA"), ("_BR", "", "BR"),
        ("ar-u-nu-latn", "ar", ""), ("en-x-US", "en", ""), ("x-US", "x", ""), ("sl_SI-nedis", "sl", "SI"),
        ("de_1996_AT", "de", "AT"), ("sr-Latn", "sr", ""), ("ca_ES_valencia", "ca", "ES"), ("en_U5_NZ", "en", "NZ"),
        ("ÄÖ-ÉE", "ÄÖ", ""), ("en-İI-GB", "en", "GB"), ("@US", "", ""), ("de_CH_FR", "de", "CH"),
    ])
    func languageAndRegionAreReadFromTheLocale(locale: String, language: String, region: String) async throws {
        try await History.run { history in
            let parts = try await history.log.rows("SELECT metric.language('\(locale)'), metric.region('\(locale)')")
            #expect(parts == [[language, region]])
        }
    }

    @Test func aSmallRowLosesItsNumbers() async throws {
        try await History.run { history in
            try await history.ingest([
                line("provisional_started", 1, at: 0), line("prompt_shown", 2, at: 1), line("prompt_denied", 3, at: 2),
                line("settings_prompt_shown", 4, at: 3),
            ])
            try await history.project()
            for (table, measure) in [
                ("opt_in_by", "prompted"), ("provisional_by_os", "started"), ("win_back_by_os", "asked"),
                ("reach_daily", "denied"), ("decision_curve", "prompted"),
            ] {
                for (minimum, value) in [(1, "1"), (2, nil)] as [(Int, String?)] {
                    let called = "analytics.\(table)('2026-03-01', '2026-03-01', NULL, \(minimum))"
                    let rows = try await history.log.rows("SELECT t.\(measure) FROM \(called) AS t")
                    #expect(Set(rows) == [[value]], "\(table)")
                }
            }
        }
    }
}

extension String {
    /// Returns the line with an app version.
    fileprivate func version(_ version: String) -> String {
        replacing(#""data":{"#, with: #""app_version":"\#(version)","data":{"#)
    }
}
