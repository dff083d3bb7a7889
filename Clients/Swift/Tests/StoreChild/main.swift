import BellwetherClient
import Foundation

// Records until it is killed. Arguments: the folder of the store, and what else happens meanwhile:
// `record` nothing, `deliver` the queue is taken and removed, `erase` collecting ends and begins again.
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
var configuration = Configuration(url: URL(fileURLWithPath: "/"), key: "")
configuration.maximumBytes = 1 << 30
configuration.diagnostics = { _ in }
let store = Store(CommandLine.arguments[1], configuration)

func record() {
    let now = ClockReading.now()
    let event = encoder.encode(Event(.appOpened, at: now.wall))
    say("? " + id(event))
    if store.record(event, uptime: now.uptime) { say("+ " + id(event)) }
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
    for _ in 0..<Int.random(in: 1...200) { record() }
    step()
}
