import Dispatch
import Glibc
import Synchronization

/// Handles Ctrl-C and SIGTERM: the first signal asks the command to stop cleanly, the second ends the program
/// immediately.
enum Interruption {
    /// Whether another program, such as psql, is using the terminal. Ctrl-C reaches both programs and is then left to
    /// that one.
    static let isForAnother = Atomic<Bool>(false)

    /// Runs a command, and cancels it on the first signal. If it then fails, exits with 128 + the signal's number.
    static func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let received = Atomic<Int32>(0)
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let command = Task {
            for await _ in beginning {}
            try await body()
        }
        let queue = DispatchQueue(label: "bellwether.signals")
        let registered = DispatchSemaphore(value: 0)
        // The command begins when the sources are registered. Until then a signal ends the program, so none is lost.
        let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if number == SIGINT, Self.isForAnother.load(ordering: .relaxed) { return }
                let (isFirst, _) = received.compareExchange(expected: 0, desired: number, ordering: .relaxed)
                guard isFirst else { _exit(128 + number) }
                // On another thread, because cancelling contacts the server and blocks: this one takes the next signal.
                DispatchQueue.global().async { command.cancel() }
            }
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        for _ in sources { registered.wait() }
        begin.finish()
        defer { for source in sources { source.cancel() } }
        do {
            try await command.value
        } catch {
            let number = received.load(ordering: .relaxed)
            guard number != 0 else { throw error }
            Console.error("Interrupted: what was committed is kept. Run this again to continue.")
            exit(128 + number)
        }
    }
}
