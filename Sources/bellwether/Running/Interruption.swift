import Dispatch
import Glibc
import Synchronization

/// Ctrl-C and SIGTERM: the first asks the command to stop and leave everything in order, the second ends it at once.
enum Interruption {
    /// Whether another program has the terminal: then Ctrl-C, which reaches that as well, is for it alone.
    static let isForAnother = Atomic<Bool>(false)

    /// Runs a command, cancelling it when the program is told to stop; then exits with 128 + the signal's number.
    static func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let received = Atomic<Int32>(0)
        let command = Task { try await body() }
        let queue = DispatchQueue(label: "bellwether.signals")
        let registered = DispatchSemaphore(value: 0)
        // Until a source is registered, which then handles the signal, the signal ends the program: none is lost.
        let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if number == SIGINT, Self.isForAnother.load(ordering: .relaxed) { return }
                let (isFirst, _) = received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
                guard isFirst else { _exit(128 + number) }
                command.cancel()
            }
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        for _ in sources { registered.wait() }
        defer { for source in sources { source.cancel() } }
        do {
            try await command.value
        } catch {
            let number = received.load(ordering: .relaxed)
            guard number != 0 else { throw error }
            Console.error("Interrupted; what was committed stays, and running this again goes on from there.")
            exit(128 + number)
        }
    }
}
