/// A finding of `bellwether doctor`: something that is wrong, or soon will be.
struct Diagnosis: Encodable, Hashable {
    /// The severities, worst first.
    enum Severity: String, Encodable, CaseIterable {
        /// Numbers, events or whole commands fail until it is fixed.
        case error
        /// Everything works, but may soon fail, or is less safe than it should be.
        case warning
        /// Nothing is wrong; for information only.
        case info
    }

    /// The name of the check, such as `settings`.
    let check: String
    let severity: Severity
    /// One sentence: what is wrong, with what, and what to do.
    let sentence: String

    init(_ check: String, _ severity: Severity, _ sentence: String) {
        self.check = check
        self.severity = severity
        self.sentence = sentence
    }
}

/// The checks that were done, and their findings.
struct Examination: Encodable {
    /// The names of the checks, in the order in which they were done.
    private(set) var checks: [String] = []
    /// The findings, worst first.
    private(set) var findings: [Diagnosis] = []
    /// Whether the database could not be reached or checked.
    var isOutOfReach = false

    enum CodingKeys: CodingKey { case checks, findings }

    /// Whether any finding is an error.
    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Adds a check and its findings.
    mutating func note(_ check: String, _ found: [Diagnosis]) {
        checks.append(check)
        let all = findings + found
        findings = Diagnosis.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// Adds a check and its only finding, if any.
    mutating func note(_ check: String, _ found: Diagnosis?) {
        note(check, found.map { [$0] } ?? [])
    }

    /// Adds the checks and findings of another examination.
    mutating func add(_ other: Examination) {
        for check in other.checks { note(check, other.findings.filter { $0.check == check }) }
    }
}
