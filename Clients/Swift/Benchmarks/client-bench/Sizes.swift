import BellwetherClient
import Foundation

/// The memory that only this process uses, in KiB; 0 on systems other than Linux.
private func memory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

/// The bytes of the queue in a folder.
private func bytesOfQueue(_ folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".log") }.reduce(0) { sum, name in
        sum + ((try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).count) ?? 0)
    }
}

/// Prints the bytes of an event on the disk and in a request, and the memory that a full queue and an extension take.
func printSizes(_ folder: String) async {
    let network = Sample.Network()
    let sizes = Sample.bellwether(folder + "/sizes", network)
    // Ids that compress badly.
    for _ in 0..<50 {
        let id = UUID().uuidString
        Sample.record(sizes, NotificationReference(notificationID: id, campaign: Sample.notification.campaign))
    }
    let disk = bytesOfQueue(folder + "/sizes")
    _ = await sizes.flush()
    print("Bytes an event: \(disk / 50) on the disk, \(network.body.withLock { $0.count } / 50) in a request of 50.")

    let before = memory()
    let full = Sample.bellwether(folder + "/full", maximumBytes: 1 << 20)
    for _ in 0..<2_300 { Sample.record(full) }
    let queued = memory()
    _ = await full.flush()
    let sent = memory()
    let inbox = Sample.store(folder + "/full").inbox
    let event = EventEncoder(Sample.origin).encode(Sample.event(ClockReading.now()))
    for number in 0..<100 where inbox?.put(event, at: ClockReading.now(), name: "\(number)", launch: 1) != true {
        print("The extension can't write.")
    }
    print(
        "Memory: +\(queued - before) KiB with 1 MiB queued, +\(sent - before) KiB once it was sent, "
            + "+\(memory() - sent) KiB for an extension.")
}

/// Prints how long a launch takes on the caller's thread with 1 MiB queued.
func printLaunch(_ folder: String) async {
    do {
        let bellwether = Sample.bellwether(folder + "/launch", maximumBytes: 1 << 20)
        for _ in 0..<2_300 { Sample.record(bellwether) }
        for number in 0..<100 { bellwether.settingsPromptShown(placement: "\(number)") }
        _ = await bellwether.flush()
    }
    var (starts, records) = (Way("start") {}, Way("first record") {})
    for _ in 0..<100 {
        // The launch before has to be over.
        while (try? DiskFileSystem().claim(folder + "/launch")) == nil { try? await Task.sleep(nanoseconds: 100_000) }
        let begun = DispatchTime.now().uptimeNanoseconds
        let bellwether = Sample.bellwether(folder + "/launch", maximumBytes: 1 << 20)
        await bellwether.start()
        let started = DispatchTime.now().uptimeNanoseconds
        Sample.record(bellwether)
        starts.add(started - begun)
        records.add(DispatchTime.now().uptimeNanoseconds - started)
    }
    for (name, way) in [("Init and start", starts), ("The first record after it", records)] {
        print("\(name), with 1 MiB queued: \(format(way.quantile(0.5))), p99 \(format(way.quantile(0.99))).")
    }
}
