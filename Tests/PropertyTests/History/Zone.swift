import Foundation
import Simulation

/// A time zone for the reference implementation. The C library reads it from the same files as PostgreSQL.
struct Zone: Sendable, Hashable {
    /// The name in the IANA database, or a POSIX rule.
    let name: String

    /// Havana until 2025, where midnight comes twice; from 2026 on its clocks no longer go back, says the database.
    static let havana = Zone(name: "CST5CDT,M3.2.0/0,M11.1.0/1")

    /// Zones whose clocks change at or near midnight, by half an hour, or never, far east and far west. In the last one
    /// clocks go back to the previous day a minute after midnight, so that a day begins twice.
    static let all = [
        "UTC", "America/New_York", "Europe/Berlin", havana.name, "America/Santiago", "America/St_Johns",
        "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago",
        "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01",
    ].map { Zone(name: $0) }

    static let utc = all[0]

    /// The offsets from 2025 up to 2030.
    var truth: Truth.TimeZone {
        Truth.TimeZone(ahead: offsets[0].ahead, changes: Array(offsets.dropFirst()))
    }

    /// The times when clocks change in those years.
    var changes: [Microseconds] { offsets.dropFirst().map(\.since) }

    /// Returns the first instant of a day.
    func start(ofDay day: Int) -> Microseconds {
        var (before, within) = (Microseconds(day) * .day - 20 * .hour, Microseconds(day) * .day + 20 * .hour)
        while within - before > 1 {
            let middle = (before + within) / 2
            if truth.day(of: middle) < day { before = middle } else { within = middle }
        }
        return within
    }

    private var offsets: [Truth.TimeZone.Offset] { Self.offsets[name]! }

    private static let offsets = Dictionary(uniqueKeysWithValues: all.map { ($0.name, offsets(of: $0.name)) })

    /// Returns the offset on 1 January 2025 and every change until 1 January 2030, to a minute.
    private static func offsets(of name: String) -> [Truth.TimeZone.Offset] {
        let days = Array(stride(from: 1_735_689_600, through: 1_893_456_000, by: 86_400))
        let ahead = offsets(of: name, at: days)
        let changed = days.indices.dropLast().filter { ahead[$0] != ahead[$0 + 1] }
        let minutes = changed.flatMap { day in (1...1_440).map { days[day] + $0 * 60 } }
        let instants = [days[0]] + minutes
        return zip(instants, offsets(of: name, at: instants)).reduce(into: []) { offsets, next in
            let offset = Truth.TimeZone.Offset(
                since: Microseconds(next.0) * .second, ahead: Microseconds(next.1) * .second)
            if offsets.last?.ahead != offset.ahead { offsets.append(offset) }
        }
    }

    /// Returns the offset from UTC at each instant, both in seconds.
    private static func offsets(of name: String, at instants: [Int]) -> [Int] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/date")
        process.arguments = ["--file=-", "+%z"]
        process.environment = ["TZ": name]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try! process.run()
        input.fileHandleForWriting.write(Data(instants.map { "@\($0)\n" }.joined().utf8))
        try! input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").map { line in
            let clock = Int(line.dropFirst())!
            return (line.hasPrefix("-") ? -1 : 1) * (clock / 100 * 3_600 + clock % 100 * 60)
        }
    }
}
