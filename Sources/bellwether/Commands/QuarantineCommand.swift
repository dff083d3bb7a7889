import ArgumentParser

/// `bellwether quarantine list|show|retry|discard`
struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Look at what was rejected, try it again, or give it up.",
        discussion: """
            What ingest can't accept is held with its reason and its bytes. After a fix it can be retried: what is good now \
            is stored once, as if it had been good when it came.

            Example:  bellwether quarantine list --reason unknown_type
                      bellwether quarantine show 17
                      bellwether quarantine retry --all
            """,
        subcommands: [
            QuarantineListCommand.self, QuarantineShowCommand.self, QuarantineRetryCommand.self,
            QuarantineDiscardCommand.self,
        ])
}
