import Testing

/// Waits until something holds, for at most ten seconds.
func eventually(
    _ comment: Comment, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ holds: () -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while !holds() {
        try #require(ContinuousClock.now < deadline, comment, sourceLocation: sourceLocation)
        try await Task.sleep(for: .microseconds(200))
    }
}
