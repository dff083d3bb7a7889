/// Events that differ from an example in one place, in every way that matters to the form of an event.
struct EventVariations {
    /// A value of each kind.
    static let values: [JSON] = [
        .null, true, false, 0, 5, 1.5, -1, "", "5", "text", [], ["text"], [:], ["a": 1],
    ]

    let example: JSON
    /// The names of the members at the top level, and those of `data` for all types.
    let top: [String]
    let data: [String]
    /// All words of all members of `data`, texts of the maximum length, and texts longer by one.
    let texts: [JSON]

    var all: [JSON] {
        [[example], changed.map(\.event), ofDevices, withSystems].flatMap(\.self)
    }

    /// Those with another value in one member, or without it, each with its path.
    var changed: [(path: String, value: JSON?, event: JSON)] {
        let absent = paths.map { ($0, nil as JSON?) }
        let others = paths.flatMap { path in Self.values.map { (path, $0 as JSON?) } }
        let short = Self.texts(around: 64)
        let listed =
            data.map { (["data", $0], texts) }
            + ["app_version", "device_model", "locale"].map { ([$0], short) }
            + [
                (["occurred_at"], Self.times), (["sent_at"], Self.times + Self.farTimes), (["id"], Self.identities),
                (["installation_id"], Self.identities), (["app_id"], Self.apps),
                (["type"], ["", "made_up", "App_opened", "app_opened ", "app-opened", "prompt_showx", "prompt", "日本"]),
                (["sequence"], [0, 5, 9_007_199_254_740_991, 9_007_199_254_740_992, -1, 0.5, 1e300]),
            ]
        return (absent + others + listed.flatMap { path, values in values.map { (path, $0 as JSON?) } }).map {
            ($0.joined(separator: "."), $1, example.putting($1, at: $0[...]))
        }
    }

    /// Those of a device that another product knows, without the installation's id or with null in its place.
    private var ofDevices: [JSON] {
        let devices = Self.values + Self.identities + Self.texts(around: 255)
        return [nil, .null].flatMap { installation in
            devices.map {
                example.putting(installation, at: ["installation_id"]).putting($0, at: ["device_id"])
            }
        }
    }

    private var paths: [[String]] {
        let ofOS = ["name", "version"].map { ["os", $0] }
        let ofData = data.map { ["data", $0] }
        return top.map { [$0] } + ofOS + ofData
    }

    private func putting(_ values: [JSON], at path: String...) -> [JSON] {
        values.map { example.putting($0, at: path[...]) }
    }

    /// Systems in all spellings and versions, including those on which a type or a status is impossible.
    private var withSystems: [JSON] {
        let incomplete: [JSON] = [
            ["name": .null], ["name": .null, "version": "17"], ["version": "17"], ["name": "iOS", "version": .null],
            ["name": "iOS"], ["name": 5, "version": "1"], ["name": .null, "version": 5],
        ]
        let named = Self.names.map { Self.system($0, "17") }
        let numbered = Self.versions.map { Self.system("iOS", $0) }
        let gated = ["iOS", "ipados", "tvOS"].flatMap { name in Self.gates.map { Self.system(name, $0) } }
        let withStatus = putting(["provisional", "ephemeral", "denied"], at: "data", "status").flatMap { event in
            gated.map { event.putting($0, at: ["os"]) }
        }
        let android = Self.androidVersions.map { Self.system("ANDROID", $0) }
        return putting(incomplete + named + numbered + gated + android, at: "os") + withStatus
    }

    private static func system(_ name: String, _ version: String) -> JSON {
        ["name": .string(name), "version": .string(version)]
    }
}

extension EventVariations {
    /// Returns texts of 1 scalar value, of as many as `limit` allows, and of one more.
    static func texts(around limit: Int) -> [JSON] {
        ["a", "é", "日", "🔔"].flatMap { character in
            [1, limit, limit + 1].map { .string(String(repeating: character, count: $0)) }
        }
    }

    private static let names = [
        "ios", "IOS", "iPadOS", "ipados", "tvOS", "TVOS", "watchOS", "visionOS", "macOS", "Android", "web", "WEB",
        "iOs ", "iPhone OS", "", "Linux", "i0s", "\u{131}OS", "wep", "tvO", "{OS", "io\u{13}", "\u{130}OS", "iO\u{17F}",
    ]

    private static let versions = [
        "17", "17.4", "17.4.1", "17.4.1.2", "1234", "17.1234", "17.4.1234", "17.", "17..1", ".17", "17.4 ",
        "17.4 (21E236)", "17.4 a\nb", "17.4b", "v17", "017.004.001", "0", "999.999.999", "17\n", "\u{FF11}7", " 17", "",
        " ", "17.4.1.", "17-beta", "-1", "+1", "17,4", "17\t", "17.4.1(21E236)",
    ]

    /// Versions around the first ones on which a type or a status is possible.
    private static let gates = [
        "10", "11", "11.9", "12", "12.0.1", "13", "13.7", "14", "011.2", "012", "9", "009.1", "11 beta", "13 x", "14.",
    ]

    /// Versions of Android, and API levels in their place.
    private static let androidVersions = [
        "16", "20", "21", "29", "30", "33", "99", "100", "999", "020", "021", "033", "21.0", "33 x", "20 33", "9",
        "099",
    ]

    private static let apps: [JSON] = [
        "a", "A-Z_0.9", "ABCXYZabcxyz0189._-", "-", "a@b", "[", "`", "{", "a b", "é", "a/b", "a\n",
        .string(String(repeating: "a", count: 155)),
        .string(String(repeating: "a", count: 156)),
    ]

    private static let identities: [JSON] = [
        "0191E2C4-5B7A-7c3e-9A41-3F6D2B8E1C55", "00000000-0000-0000-0000-000000000000",
        "ffffffff-FFFF-ffff-ffff-ffffffffffff", "ffffffff-ffff-ffff-ffff-fffffffffffe",
        "00000000-0000-0000-0000-000000000001",
        "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c5", "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c555",
        "0191e2c45b7a7c3e9a413f6d2b8e1c55", "0191e2c4-5b7a-7c3e-9a413-f6d2b8e1c55",
        "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c5g", "{0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55}",
        "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55\n", " 0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55",
        "0191e2c4_5b7a_7c3e_9a41_3f6d2b8e1c55", "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c\u{FF11}",
    ]

    /// Leaves out times that do not exist, and those that are too early or too late for the examples, because a schema
    /// can't reject them.
    private static let times: [JSON] = [
        "2026-03-01T17:15:30Z", "2026-03-01t17:15:30z", "2026-03-01T17:15:30.1+09:00", "2026-03-01T17:15:30-00:00",
        "2026-03-01T17:15:30.123456789Z", "2026-03-01T17:15:30.1234567890Z", "2026-03-01T17:15:30.Z",
        "2026-03-01 17:15:30Z", "2026-03-01T17:15:30", "2026-03-01T23:59:60Z", "2026-03-01T23:59:61Z",
        "2026-03-01T24:00:00Z", "2026-03-01T23:60:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "1969-12-31T00:00:00Z", "2101-01-01T00:00:00Z",
        "2026-03-01T17:15:30+23:59", "2026-03-01T17:15:30+24:00", "2026-03-01T17:15:30+09:60",
        "2026-03-01T17:15:30+0900",
        "Z", "2026-03-01", "2026-03-01T08:15Z", "2026-03-01_08:15:30Z", "2026-3-01T08:15:30Z", "2026-03-1T08:15:30Z",
        "02026-03-01T08:15:30Z", "+2026-03-01T08:15:30Z", "2026/03/01T08:15:30Z", "20260301T081530Z",
        "2026-03-01T8:15:30Z", "2026-03-01T08:15:30 Z", "2026-03-01T08:15:30ZZ", "2026-03-01T08:15:30+09",
        "2026-03-01T08:15:30+09:0", "2026-03-01T08:15:30+09:000", "2026-03-01T08:15:30+9:00", "1772352930",
        "2026-03-01T08:15:30~09:00", "2026-03-01T08:15:30.-5Z", "2026-W09-7T08:15:30Z", "2026-03-01T08:15:30[UTC]",
        "2026-03-01T-1:15:30Z", "2026-03-01T08:15:3", "2026-03-01T08:15:30.", "26-03-01T17:15:30Z",
        " 2026-03-01T17:15:30Z", "2026-03-01T17:15:30Z ", "2026-03-01T17:15:30Z\n",
        "\u{FF12}026-03-01T17:15:30Z", "2026-03-01T17:15:30\u{2212}09:00", "2008-01-01T00:00:00Z",
    ]

    private static let farTimes: [JSON] = ["1970-01-01T00:00:00Z", "2100-12-31T23:59:59Z"]
}
