import ArgumentParser

/// `bellwether quarantine list|show|retry|discard`
struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "List, show, retry or discard rejected deliveries.",
        discussion: """
            The quarantine holds every rejected delivery with its reason and its bytes. Retry after a fix: what is \
            valid now is stored once, as if it had been accepted when it was received.

            Example:  bellwether quarantine list --reason unknown_type
                      bellwether quarantine show 17
                      bellwether quarantine retry --all
            """,
        subcommands: [
            QuarantineListCommand.self, QuarantineShowCommand.self, QuarantineRetryCommand.self,
            QuarantineDiscardCommand.self,
        ])
}
