import BellwetherClient
import Foundation

// Records until it is killed. Arguments: the folder of the store, and what else happens meanwhile:
// `record` nothing, `deliver` the service extension records too, and the queue is taken and removed, `erase` collecting ends and
// begins again, `upload` the queue is sent to the collector at the third argument with the key of the fourth. `drain` records
// nothing, sends the queue and ends.
// Writes lines to standard output: `? id` before an event is recorded, `+ id` once it is, `> id` for what is delivered,
// `- ` before collecting ends, `0` once it has.

/// Writes a line in one system call, so that a kill does not take it.
func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

func id(_ bytes: some Collection<UInt8>) -> String {
    String(String(decoding: bytes, as: UTF8.self).components(separatedBy: "\"id\":\"")[1].prefix(36))
}

let mode = CommandLine.arguments[2]
let encoder = EventEncoder(EventOrigin(appID: "com.example.shop", osName: "iOS", osVersion: "17.4.1")!)
let server = Array(CommandLine.arguments.dropFirst(3))
var configuration = Configuration(
    url: URL(string: server.first ?? "http://127.0.0.1:9")!, key: server.count > 1 ? server[1] : "")
configuration.maximumBytes = 1 << 30
configuration.diagnostics = { _ in }
configuration.appGroup = "group"
var environment = Environment()
environment.bundleID = "com.example.shop"
let sharedFolder = URL(fileURLWithPath: CommandLine.arguments[1] + "-shared")
environment.sharedFolder = { _ in sharedFolder }
let store = Store(CommandLine.arguments[1], configuration, environment)

func record() {
    let now = ClockReading.now()
    let event = encoder.encode(Event(.appOpened, at: now.wall))
    say("? " + id(event))
    if store.record(event, uptime: now.uptime) { say("+ " + id(event)) }
}

/// Records as the service extension does.
func leave() {
    let now = ClockReading.now()
    let event = encoder.encode(Event(.notificationReceived, at: now.wall))
    say("? " + id(event))
    if store.inbox?.put(event, at: now, name: id(event), launch: 1) == true { say("+ " + id(event)) }
}

func step() {
    let now = ClockReading.now()
    var recorded = ""
    store.transition(uptime: now.uptime) { journey in
        let event = encoder.encode(Event(.settingsOpened, at: now.wall, sequence: journey.sequence))
        recorded = id(event)
        say("? " + recorded)
        journey.sequence += 1
        journey.transitions += 1
        return [event]
    }
    if !recorded.isEmpty { say("+ " + recorded) }
}

let uploader = Uploader(store)
if mode == "drain" {
    Task.detached { exit(await uploader.flush() == .empty ? 0 : 1) }
    dispatchMain()
}
if mode == "upload" {
    Task.detached {
        while true {
            _ = await uploader.flush()
            usleep(5_000)
        }
    }
}

let worker = Thread {
    while true {
        store.tidy(everything: .random())
        if mode == "deliver", let batch = store.take() {
            for event in batch.events { say("> " + id(event.bytes)) }
            _ = store.finish(batch)
        }
        if mode == "erase", Int.random(in: 0..<4) == 0 {
            say("-")
            store.setCollecting(false)
            say("0")
            store.setCollecting(true)
        }
    }
}
worker.start()
while true {
    for _ in 0..<Int.random(in: 1...200) {
        record()
        // So that the upload keeps up.
        if mode == "upload" { usleep(1_000) }
    }
    step()
    if mode == "deliver" { leave() }
}
