import BellwetherClient
import Foundation

// Compares the library with other ways to keep an event, in one run and in turns, so that the ratios mean something on
// any machine. Arguments: a folder on the disk to measure, and how many events each way keeps.

let folder = CommandLine.arguments[1] + "/client-bench-" + UUID().uuidString
let count = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 4_000 : 4_000
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }

// First, before the others have used memory.
await printSizes(folder)

let encoder = EventEncoder(Sample.origin)
let bellwether = Sample.bellwether(folder + "/record")
let store = Sample.store(folder + "/fsync")

var ways: [Way] = [
    Way("record, on the caller's thread") { Sample.record(bellwether) },
    Way("of which encoding the JSON") { _ = encoder.encode(Sample.event(ClockReading.now())) },
    try jsonEncoderAndOpenFileHandle(folder + "/open.ndjson"),
    try jsonEncoderAndFileHandle(folder + "/handle.ndjson"),
    try fileAnEvent(folder + "/files"),
    try foundationFileAnEvent(folder + "/atomic"),
]
if let sqlite = SQLite() {
    ways.append(try sqlite.way("SQLite WAL, synchronous NORMAL", folder + "/normal.db", "NORMAL", encoder))
    ways.append(try sqlite.way("SQLite WAL, synchronous FULL", folder + "/full.db", "FULL", encoder, share: 10))
}
ways.append(
    Way("record and fsync, never on the caller's thread", share: 10) {
        store.record(encoder.encode(Sample.event(ClockReading.now())), uptime: 0)
        store.tidy(everything: true)
    })

// In turns of fifty, so that a slow minute of the machine affects all of them.
for turn in 0..<max(1, count / 50) {
    for way in ways.indices where turn % ways[way].share == 0 { ways[way].run(50) }
}
let record = ways[0].quantile(0.5)
print("\n| what | p50 | p99 | relative to record |\n| --- | --- | --- | --- |")
for way in ways {
    let ratio = round(way.quantile(0.5) / record * 10) / 10
    print("| \(way.name) | \(format(way.quantile(0.5))) | \(format(way.quantile(0.99))) | \(ratio) |")
}
print()
await printLaunch(folder)
