import Foundation
import TestSupport

/// Generates event lines with many kinds of damage; the same seed gives the same lines.
struct MutatedLines {
    private var random: SplitMix64
    private var count = 0

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    /// Returns lines for a file, and how many of them are undamaged events that didn't occur before.
    mutating func chunk(lines: Int) -> (bytes: [UInt8], sound: Int) {
        var bytes = soundLine() + [0x0A]
        var sound = 1
        for _ in 1..<max(lines, 1) {
            if random.happens(8) {
                sound += 1
                bytes += soundLine()
            } else {
                bytes += mutant()
            }
            bytes += Self.ends.randomElement(using: &random) ?? [0x0A]
        }
        // The last line may lack a newline.
        if random.happens(50) { bytes.removeLast() }
        return (bytes, sound)
    }

    private mutating func soundLine() -> [UInt8] {
        count += 1
        return Array(Self.line(count, Self.kinds[count % Self.kinds.count]).utf8)
    }

    private mutating func mutant() -> [UInt8] {
        // Some damaged lines have the identity of an undamaged one.
        count += random.happens(70) ? 1 : 0
        var bytes = Array(Self.line(count, Self.kinds.randomElement(using: &random) ?? ("", "")).utf8)
        for _ in 0..<(random.happens(50) ? 1 : Int.random(in: 2...4, using: &random)) { mutate(&bytes) }
        return bytes
    }

    private static func line(_ number: Int, _ kind: (type: String, data: String)) -> String {
        let digits = String(number, radix: 16)
        let id = "0191e2c4-5b7a-7c3e-9a41-" + String(repeating: "0", count: 12 - digits.count) + digits
        return """
            {"id":"\(id)","type":"\(kind.type)","app_id":"com.example.shop",\
            "installation_id":"8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b","occurred_at":"2026-03-01T17:15:30.123+09:00",\
            "sent_at":"2026-03-01T17:15:31Z","received_at":"2026-03-02T00:00:00Z","sequence":17,\
            "os":{"name":"iOS","version":"17.4.1"},"app_version":"5.12.0","locale":"ja_JP","data":\(kind.data)}
            """
    }

    private static let kinds = [
        (type: "app_opened", data: "{}"), ("prompt_shown", #"{"placement":"チャット","variant":"b"}"#),
        ("notification_opened", #"{"notification_id":"n","campaign":"\u00e9é🔔","x":[1,2.50,{"y":null}]}"#),
        ("status_observed", #"{ "status" : "denied", "a":"", "b":-0.5e-3 }"#),
        ("notification_sent", #"{"notification_id":"日本"}"#), ("provisional_started", "{}"),
    ]
    private static let ends: [[UInt8]] = [
        [0x0A], [0x0A], [0x0A], [0x0A], [0x0D, 0x0A], [0x0D, 0x0A], [0x0A, 0x0A], [0x0D, 0x0D, 0x0A],
        Array("\n \t\r\n".utf8),
    ]
}

extension MutatedLines {
    /// Damages a line in one place.
    private mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
        switch Int.random(in: 0..<100, using: &random) {
        case ..<10: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case ..<18: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case ..<22: bytes.removeSubrange(place...)
        case ..<30: bytes.removeSubrange(place..<end)
        case ..<38: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case ..<58: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: place)
        case ..<70: swapMembers(&bytes)
        case ..<90: replaceValue(&bytes)
        case ..<94: nest(&bytes, at: place)
        case ..<99: bytes.insert(contentsOf: Self.invalid.randomElement(using: &random) ?? [], at: place)
        default: stretch(&bytes, at: place)
        }
    }

    /// Swaps two parts between commas, or replaces one by the other.
    private mutating func swapMembers(_ bytes: inout [UInt8]) {
        var members = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Array.init)
        let (one, other) = (
            Int.random(in: 0..<members.count, using: &random), Int.random(in: 0..<members.count, using: &random)
        )
        if random.happens(70) { members.swapAt(one, other) } else { members[one] = members[other] }
        bytes = Array(members.joined(separator: [UInt8(ascii: ",")]))
    }

    /// Replaces the value after a random colon.
    private mutating func replaceValue(_ bytes: inout [UInt8]) {
        let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
        guard let colon = colons.randomElement(using: &random) else { return }
        let end = bytes[colon...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? bytes.count
        bytes.replaceSubrange(colon + 1..<end, with: Self.values.randomElement(using: &random) ?? [])
    }

    /// Inserts many nested arrays or objects, which may not be closed.
    private mutating func nest(_ bytes: inout [UInt8], at place: Int) {
        let depth = [2, 30, 31, 32, 33, 1_000, 30_000].randomElement(using: &random) ?? 2
        let (open, close) = random.happens(50) ? ("[", "]") : (#"{"a":"#, "}")
        let levels = open.count > 1 ? min(depth, 9_000) : depth
        let isClosed = random.happens(60)
        let text =
            String(repeating: open, count: levels) + "1" + (isClosed ? String(repeating: close, count: levels) : "")
        bytes.insert(contentsOf: Array(text.utf8), at: place)
    }

    /// Makes the line longer, up to some hundred kilobytes.
    private mutating func stretch(_ bytes: inout [UInt8], at place: Int) {
        let length = [8_192, 60_000, 65_536, 65_537, 300_000].randomElement(using: &random) ?? 0
        let filler = random.happens(50) ? UInt8(ascii: " ") : UInt8(ascii: "x")
        bytes.insert(contentsOf: repeatElement(filler, count: max(0, length - bytes.count)), at: place)
    }

    private static let tokens: [[UInt8]] =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0041", "\\u0000", "\\ud83d\\ude00", "\\ud83d",
            "\\udc00\\ud800",
            "\\x41", "\\u12", "\\/", "\\u00e9", "null", "true", "false", "0", "-", "1.5", ".", "e5", " ", "\n", "\t",
            "\r",
            "\r\n", "\u{0}", "\u{1}", "\u{B}", "\u{C}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}",
            "\u{202E}",
            "é", "🔔", "\"id\":1,", "\"x\":\"y\",", "\"i\\u0064\":\"z\",", "\"campaign\":\"c\",", "{\"a\":", "/", "//",
            "/*",
            "'", "00", "NaN", "Infinity", "0x1F", "+1",
        ].map { Array($0.utf8) }

    private static let values: [[UInt8]] =
        [
            "null", "true", "5", "5.0", "-1", "1e400000", "-1e309", "1e-400000", "1e308", "9007199254740992", "01",
            "[]",
            "{}", "\"\"", "\"\\u0000\"", "\"\\ud800\"", "[[[[]]]]", "{\"a\":1,\"a\":2}", "\"1970-01-01T00:00:00Z\"",
            "\"2038-01-19T03:14:08Z\"", "\"9999-12-31T23:59:59Z\"", "\"2016-12-31T23:59:60Z\"",
            "\"2026-02-30T00:00:00Z\"",
            "\"2026-03-01T12:00:00+14:00\"", "\"2026-03-01T12:00:00\"", "\"2026-03-01T12:00:00.1234567890Z\"",
            "\"iOS\"",
            "\"17\"", "\"9.3\"", "\"11.4.1\"", "\"999.999.999 (x)\"", "\"not_determined\"", "\"provisional\"",
            "\"prompt_granted\"",
            "\"\u{E9}\u{301}\u{1F514}\"", "1" + String(repeating: "0", count: 400),
            "0." + String(repeating: "3", count: 400),
            "\"00000000-0000-4000-8000-000000000001\"",
        ].map { Array($0.utf8) }

    /// Bytes that aren't valid UTF-8.
    private static let invalid: [[UInt8]] = [
        [0xC3], [0xC3, 0x28], [0x80], [0xFF], [0xFE], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
        [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x82, 0x82, 0xAC], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]
}
