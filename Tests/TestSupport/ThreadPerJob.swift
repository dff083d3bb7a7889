import Foundation

/// Runs each piece of a task on a thread of its own. The threads that tasks share are as many as there are cores: a test that
/// waits for a program to end would keep them from the servers that other tests run in this process.
final class ThreadPerJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
    }
}

/// Runs what may block, in whatever it calls, without keeping other tests from going on.
public func withThreadsOfItsOwn<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(ThreadPerJob()) { try await body() }
}
