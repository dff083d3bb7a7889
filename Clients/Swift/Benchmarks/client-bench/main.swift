import BellwetherClient
import Foundation

// Compares the store with other ways to keep an event, in one run and in turns, so that the ratios mean something on any
// machine. Arguments: a folder on the disk to measure, and how many events each way keeps.

let folder = CommandLine.arguments[1] + "/client-bench-" + UUID().uuidString
let count = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2])! : 4_000
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }

let clock = SystemClock()
let origin = EventOrigin(
    appID: "com.example.shop", osName: "iOS", osVersion: "17.4.1", appVersion: "5.12.0", deviceModel: "iPhone15,3",
    locale: "ja_JP")!
let encoder = EventEncoder(origin)

func makeEvent(_ now: ClockReading) -> Event {
    var data = EventData()
    data.notification = NotificationReference(notificationID: "n-20260301", campaign: "spring_sale")
    data.appState = .background
    data.trigger = .push
    return Event(.notificationOpened, at: now.wall, data: data)
}

func makeStore(_ name: String, maximumBytes: Int = 1 << 30) -> Store {
    Store(StoreSettings(directory: folder + "/" + name, maximumBytes: maximumBytes)) { print("diagnostic: \($0)") }
}

let store = makeStore("store")
let worker = DispatchQueue(label: "worker")
store.onWork { worker.async { store.tidy() } }

var ways: [Way] = [
    Way("record, on the caller's thread") {
        let now = clock.read()
        store.record(encoder.encode(makeEvent(now)), uptime: now.uptime)
    },
    Way("the writing of the JSON in it") {
        let now = clock.read()
        _ = encoder.encode(makeEvent(now))
    },
    try jsonEncoderAndFileHandle(folder + "/handle.ndjson"),
    try fileAnEvent(folder + "/files"),
    try foundationFileAnEvent(folder + "/atomic"),
]
if let sqlite = SQLite() {
    ways.append(try sqlite.way("SQLite WAL, synchronous NORMAL", folder + "/normal.db", "NORMAL", encoder, makeEvent))
    ways.append(try sqlite.way("SQLite WAL, synchronous FULL", folder + "/full.db", "FULL", encoder, makeEvent, share: 10))
}
ways.append(
    Way("fsync of an event, on the worker", share: 10) {
        let now = clock.read()
        store.record(encoder.encode(makeEvent(now)), uptime: now.uptime)
        store.tidy(everything: true)
    })

// In turns of fifty, so that a slow minute of the machine is everybody's.
for turn in 0..<max(1, count / 50) {
    for way in ways.indices where turn % ways[way].share == 0 { ways[way].run(50) }
}
let record = ways[0].quantile(0.5)
print("| what | p50 | p99 | times record |\n| --- | --- | --- | --- |")
for way in ways {
    let ratio = way.quantile(0.5) / record
    print("| \(way.name) | \(format(way.quantile(0.5))) | \(format(way.quantile(0.99))) | \(round(ratio * 10) / 10) |")
}
worker.sync {}

printSizes(encoder, makeEvent, folder)
printLaunch(encoder, makeEvent, folder)
