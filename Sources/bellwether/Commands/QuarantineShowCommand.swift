import ArgumentParser
import EventLog
import Foundation
import Postgres

/// `bellwether quarantine show ID`
struct QuarantineShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show why a delivery was rejected, and its bytes.",
        discussion: """
            Unprintable bytes are shown as escapes such as \\x1B; --raw prints the bytes unchanged.

            Example:  bellwether quarantine show 17
                      bellwether quarantine show 17 --raw | jq .
            """)

    @Argument(help: ArgumentHelp("The id, as `quarantine list` shows it.", valueName: "id"))
    var id: Int

    @Flag(help: "Print only the bytes, exactly as they were received.")
    var raw = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if raw && output.json { throw ValidationError("--raw and --json can't be combined.") }
    }

    func run() async throws {
        let (delivery, bytes) = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .ingest)
            let found = try await Quarantine(session: session).show(id)
            await session.close()
            return found
        }
        if output.json { return try Console.result(json: ShownDelivery(delivery: delivery, bytes: bytes)) }
        guard raw else { return try Console.result(Self.text(delivery, bytes)) }
        guard delivery.state != .discarded else {
            throw Failure(
                status: 66,
                description: """
                    The bytes of quarantined delivery \(id) were discarded: leave out --raw to see what is still known \
                    about it.
                    """)
        }
        try Console.result(bytes: bytes)
    }

    /// Returns the delivery as text.
    private static func text(_ delivery: QuarantinedDelivery, _ bytes: [UInt8]) -> String {
        let size =
            bytes.count == delivery.byteCount || delivery.state == .discarded
            ? "\(delivery.byteCount.grouped) bytes"
            : "\(delivery.byteCount.grouped) bytes, of which the first \(bytes.count.grouped) were kept"
        return """
            Quarantined delivery \(delivery.id), \(delivery.state.rawValue)
            Reason:        \(delivery.reason)
            Detail:        \(delivery.detail.visible)
            Source:        \(delivery.source.visible), line \(delivery.line)
            Received:      \(delivery.receivedAtText)
            App:           \(delivery.appID?.visible ?? "not read")
            Installation:  \(delivery.installationID ?? "not read")
            Size:          \(size)

            \(delivery.state == .discarded ? "(discarded)" : String(visible: bytes))
            """
    }
}

/// The result in the form that `quarantine show --json` prints: that of `list`, with the bytes.
private struct ShownDelivery: Encodable {
    let delivery: QuarantinedDelivery
    let bytes: [UInt8]

    private enum CodingKeys: String, CodingKey {
        case bytes = "bytes_base64"
    }

    func encode(to encoder: any Encoder) throws {
        try delivery.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(Data(bytes).base64EncodedString(), forKey: .bytes)
    }
}
