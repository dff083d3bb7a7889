import BellwetherClient
import Foundation

/// The memory of the process that is in use, in KiB; 0 where it is not known.
private func residentKibibytes() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") })
    else { return 0 }
    return Int(line.filter(\.isNumber)) ?? 0
}

private func fill(_ store: Store, _ encoder: EventEncoder, _ makeEvent: (ClockReading) -> Event, bytes: Int) -> Int {
    var events = 0
    while events * 445 < bytes {
        let now = SystemClock().read()
        store.record(encoder.encode(makeEvent(now)), uptime: now.uptime)
        store.tidy()
        events += 1
    }
    return events
}

/// Prints the bytes of an event on the disk and in a request, and the memory that a full queue takes.
func printSizes(_ encoder: EventEncoder, _ makeEvent: (ClockReading) -> Event, _ folder: String) {
    let store = Store(StoreSettings(directory: folder + "/sizes", maximumBytes: 1 << 30)) { _ in }
    for _ in 0..<50 {
        let now = SystemClock().read()
        store.record(encoder.encode(makeEvent(now)), uptime: now.uptime)
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/sizes")) ?? []
    let disk = files.filter { $0.hasSuffix(".log") }.reduce(0) { sum, name in
        sum + ((try? Data(contentsOf: URL(fileURLWithPath: folder + "/sizes/" + name)))?.count ?? 0)
    }
    if let batch = store.take() {
        let body = UploadBody.lines(batch.events[...], at: SystemClock().read(), launch: store.launch)
        print("\nBytes an event: \(disk / 50) on the disk, \((Gzip.compress(body)?.count ?? 0) / 50) in a request of 50.")
    }
    let before = residentKibibytes()
    let full = Store(StoreSettings(directory: folder + "/full", maximumBytes: 1 << 20)) { _ in }
    let events = fill(full, encoder, makeEvent, bytes: 1 << 20)
    let queued = residentKibibytes()
    while let batch = full.take() {
        let body = UploadBody.lines(batch.events[...], at: SystemClock().read(), launch: full.launch)
        _ = Gzip.compress(body)
        _ = full.finish(batch)
    }
    print("Memory: +\(queued - before) KiB with \(events) events queued, +\(residentKibibytes() - before) KiB once they were sent.")
}

/// Prints how long a launch takes with 1 MiB queued, on the caller's thread.
func printLaunch(_ encoder: EventEncoder, _ makeEvent: (ClockReading) -> Event, _ folder: String) {
    let settings = StoreSettings(directory: folder + "/launch", maximumBytes: 1 << 20)
    do {
        let store = Store(settings) { _ in }
        _ = fill(store, encoder, makeEvent, bytes: 1 << 20)
        for _ in 0..<300 {
            store.transition(uptime: 0) { journey in
                journey.transitions += 1
                return [encoder.encode(Event(.settingsOpened, at: SystemClock().read().wall, sequence: journey.transitions))]
            }
        }
        store.tidy(everything: true)
    }
    var way = Way("launch") {
        let store = Store(settings) { _ in }
        if store.installationID == nil { fatalError("The folder was not read.") }
    }
    way.run(200)
    print("A launch with 1 MiB queued: \(format(way.quantile(0.5))), p99 \(format(way.quantile(0.99))).")
}
