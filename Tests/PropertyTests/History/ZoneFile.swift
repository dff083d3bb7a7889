import Foundation

/// A UTC offset in seconds, and the time from which it applies in seconds since 1970.
struct ZoneChange: Equatable {
    var since: Int
    var ahead: Int
}

/// A compiled time zone file (RFC 9636), as written by `zic` and read by PostgreSQL.
struct ZoneFile {
    /// The changes listed in the file, in order of time. The first one applies from the beginning of time.
    let listed: [ZoneChange]

    /// The rule for the time after the last listed change.
    let rule: ZoneRule?

    /// Reads a zone from the server's own database, or from the system's, which Debian's PostgreSQL uses.
    init(named name: String) {
        let file = Self.folders.map { $0 + "/" + name }.first { FileManager.default.isReadableFile(atPath: $0) }
        guard let file, let data = FileManager.default.contents(atPath: file) else {
            preconditionFailure("There is no time zone \(name) in \(Self.folders): install tzdata")
        }
        self.init([UInt8](data))
    }

    /// Parses versions 2 to 4; skips the block with 32-bit times.
    init(_ bytes: [UInt8]) {
        precondition(
            bytes.starts(with: Array("TZif".utf8)) && bytes[4] >= UInt8(ascii: "2"), "Not a TZif file of today")
        let header = 44 + Counts(bytes[...]).length(ofTime: 4)
        let counts = Counts(bytes[header...])
        let times = header + 44
        let kinds = times + counts.times * 8
        let types = kinds + counts.times
        func ahead(_ type: UInt8) -> Int { Self.integer(bytes[(types + Int(type) * 6)...].prefix(4)) }
        listed =
            [ZoneChange(since: .min, ahead: ahead(0))]
            + (0..<counts.times).map { n in
                ZoneChange(since: Self.integer(bytes[(times + n * 8)...].prefix(8)), ahead: ahead(bytes[kinds + n]))
            }
        let footer = bytes[(times + counts.length(ofTime: 8))...].dropFirst().prefix { $0 != 0x0A }
        rule = ZoneRule(String(decoding: footer, as: UTF8.self))
    }

    /// Returns the listed changes and those from the rule after them.
    func changes(upToYear last: Int) -> [ZoneChange] {
        let end = listed.last!.since
        let later = (rule?.changes(inYears: 2024...last) ?? []).filter { $0.since > end }
        return (listed + later).reduce(into: []) { if $0.last?.ahead != $1.ahead { $0.append($1) } }
    }

    /// The number of entries of each kind in a block, from the header after its first 20 bytes.
    private struct Counts {
        let times: Int
        private let all: [Int]

        init(_ header: ArraySlice<UInt8>) {
            all = (0..<6).map { ZoneFile.integer(header.dropFirst(20 + $0 * 4).prefix(4)) }
            times = all[3]
        }

        /// Returns the length in bytes of the block after its header.
        func length(ofTime size: Int) -> Int {
            let (indicators, leaps, types, characters) = (all[0] + all[1], all[2], all[4], all[5])
            return times * (size + 1) + types * 6 + characters + leaps * (size + 4) + indicators
        }
    }

    /// Parses a signed big-endian number.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(Int(Int8(bitPattern: bytes.first!)) >> 7) { $0 << 8 | Int($1) }
    }

    private static let folders: [String] = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/share/postgresql")) ?? []
        let own = versions.map { "/usr/share/postgresql/\($0)/timezone" }
        let chosen =
            ProcessInfo.processInfo.environment["BELLWETHER_PG_BINDIR"].map { ["\($0)/../share/timezone"] } ?? []
        return chosen + own + ["/usr/share/zoneinfo"]
    }()
}
