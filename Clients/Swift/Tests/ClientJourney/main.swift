import BellwetherClient
import Foundation
import UserNotifications

// Runs one launch of an app on an invented phone, with the library's own store and network.
//   client-journey first  STORY FOLDER URL KEY SECONDS    SECONDS since 1970 is when it begins; ends with SIGKILL
//   client-journey second STORY FOLDER URL KEY            by the system's clock; prints the installation's id
//   client-journey stories                                prints the names of the stories

/// Ends the process with a message and status 1.
func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("client-journey: \(text)\n".utf8))
    exit(1)
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "stories":
    print(Story.all.keys.sorted().joined(separator: "\n"))
case "first", "second":
    let isFirst = arguments[0] == "first"
    guard arguments.count == (isFirst ? 6 : 5), let story = Story.all[arguments[1]], let url = URL(string: arguments[3])
    else { fail("wrong arguments") }
    let phone = Phone(time: isFirst ? Int64(arguments[5]) ?? 0 : 0)
    if !isFirst { phone.status = story.status }
    let app = App(
        phone, clock: isFirst ? phone.read : nil, os: story.os, folder: URL(fileURLWithPath: arguments[2]), url: url,
        key: arguments[4])
    do {
        try await (isFirst ? story.first : story.second)(app)
    } catch {
        fail("\(error)")
    }
    if isFirst { kill(getpid(), SIGKILL) }
    let outcome = await app.bellwether.flush()
    if outcome != .empty { fail("\(outcome)") }
    if let id = await app.bellwether.installationID { print(id.uuidString.lowercased()) }
default:
    fail("wrong arguments")
}
