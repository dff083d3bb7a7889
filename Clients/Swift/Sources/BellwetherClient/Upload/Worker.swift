import Foundation

/// Runs slow work in order, away from the threads that Swift's tasks share.
struct Worker: Sendable {
    private let queue = DispatchQueue(label: "Bellwether", qos: .utility)

    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
