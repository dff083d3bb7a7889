import ArgumentParser
import Foundation
import Pages
import Reports

/// The options with which `nightly` posts the digest.
struct NotifyOptions: ParsableArguments {
    /// When to post.
    enum Occasion: String, ExpressibleByArgument, CaseIterable {
        /// If a finding is an alert, a file could not be read, a stage failed, or the last message was not delivered.
        case alert
        case always
        /// Once a week, the digest of the last full week; and what `alert` says of failures.
        case weekly
    }

    @Option(
        help: ArgumentHelp(
            "Post the digest to this webhook (Slack, Mattermost and others); by default that of BELLWETHER_NOTIFY_URL.",
            valueName: "url"))
    var notify: String?

    @Option(
        help: ArgumentHelp(
            "When to post: always, only on an alert or a failure, or weekly, the digest of the last full week.",
            valueName: "when"))
    var notifyOn = Occasion.always

    @Option(help: ArgumentHelp("How long to wait for the webhook's answer, in seconds.", valueName: "seconds"))
    var notifyTimeout = 10

    /// The address that the environment names; nil if none.
    static var environment: String? {
        ProcessInfo.processInfo.environment["BELLWETHER_NOTIFY_URL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The webhook; nil if none is named.
    ///
    /// - Throws: `Failure` 64 if its address is none. The error does not repeat it, because it is a secret.
    func webhook() throws -> Webhook? {
        guard (1...300).contains(notifyTimeout) else { throw Failure.usage("--notify-timeout must be 1 to 300.") }
        guard let address = notify ?? Self.environment else { return nil }
        guard let webhook = Webhook(address) else {
            throw Failure.usage("--notify must be an address such as https://hooks.example.com/services/….")
        }
        return webhook
    }

    /// Returns the message of a night, without markup of a chat service; nil if there is no occasion for one.
    ///
    /// - Parameters:
    ///   - report: the report; nil if it could not be made.
    ///   - week: the digest of the last full week, if it is due.
    ///   - problems: sentences on what went wrong.
    func message(_ report: Report?, week: Digest?, problems: [String]) -> String? {
        let hasAlert = report?.findings.contains { $0.severity == .alert } ?? false
        let digest: Digest? =
            switch notifyOn {
            case .always: report?.digest
            case .alert: hasAlert || !problems.isEmpty ? report?.digest : nil
            case .weekly: week
            }
        let parts = problems.map(MessageBody.plain) + [digest?.text(escaping: MessageBody.plain)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }
}
