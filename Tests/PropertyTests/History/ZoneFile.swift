import Foundation

/// From an instant on (seconds since 1970), local clocks show so many seconds more than UTC.
struct ZoneChange: Equatable {
    var since: Int
    var ahead: Int
}

/// A compiled time zone (RFC 9636), as `zic` writes it and PostgreSQL reads it.
struct ZoneFile {
    /// The changes that the file lists, by time; the first stands for all time before the second.
    let listed: [ZoneChange]

    /// What holds after the last of them.
    let rule: ZoneRule?

    /// The file of a zone in the server's own database, or in the system's, which Debian's servers read.
    init(named name: String) {
        let file = Self.folders.map { $0 + "/" + name }.first { FileManager.default.isReadableFile(atPath: $0) }
        guard let file, let data = FileManager.default.contents(atPath: file) else {
            preconditionFailure("There is no time zone \(name) in \(Self.folders): install tzdata")
        }
        self.init([UInt8](data))
    }

    /// Versions 2 to 4: the block of 32-bit times is passed over.
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

    /// The listed changes and those of the rule after them.
    func changes(upToYear last: Int) -> [ZoneChange] {
        let end = listed.last!.since
        let later = (rule?.changes(inYears: 2024...last) ?? []).filter { $0.since > end }
        return (listed + later).reduce(into: []) { if $0.last?.ahead != $1.ahead { $0.append($1) } }
    }

    /// How many of each a block holds, after its header's first 20 bytes.
    private struct Counts {
        let times: Int
        private let all: [Int]

        init(_ header: ArraySlice<UInt8>) {
            all = (0..<6).map { ZoneFile.integer(header.dropFirst(20 + $0 * 4).prefix(4)) }
            times = all[3]
        }

        /// The bytes of the block behind its header.
        func length(ofTime size: Int) -> Int {
            let (indicators, leaps, types, characters) = (all[0] + all[1], all[2], all[4], all[5])
            return times * (size + 1) + types * 6 + characters + leaps * (size + 4) + indicators
        }
    }

    /// A signed number, its greatest byte first.
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
