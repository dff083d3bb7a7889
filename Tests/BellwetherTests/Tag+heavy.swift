import Testing

extension Tag {
    /// Suites that take minutes or need much. `script/test` runs them in CI, or if they are named.
    @Tag static var heavy: Self
}
