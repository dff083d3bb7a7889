/// Something that is wrong, or will be: what `bellwether doctor` says.
struct Diagnosis: Encodable, Hashable {
    /// How bad it is; the worst comes first.
    enum Severity: String, Encodable, CaseIterable {
        /// Numbers, events or whole commands are lost until it is mended.
        case error
        /// It goes on, but not for long, or not as safely as it should.
        case warning
        /// Nothing is wrong; good to know.
        case info
    }

    /// The name of the check, such as `settings`.
    let check: String
    let severity: Severity
    /// What is wrong, with what, and what to do: one sentence.
    let sentence: String

    init(_ check: String, _ severity: Severity, _ sentence: String) {
        self.check = check
        self.severity = severity
        self.sentence = sentence
    }
}

/// What was looked at, and what was found.
struct Examination: Encodable {
    /// The names of the checks that were done, in their order.
    private(set) var checks: [String] = []
    /// The worst first.
    private(set) var findings: [Diagnosis] = []
    /// Whether no database could be looked at, though one should be there.
    var isOutOfReach = false

    enum CodingKeys: CodingKey { case checks, findings }

    /// Whether something is wrong that can't stay so.
    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Notes that a check was done, and what it found.
    mutating func note(_ check: String, _ found: [Diagnosis]) {
        checks.append(check)
        let all = findings + found
        findings = Diagnosis.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// Notes that a check was done, and the one thing that it found, if any.
    mutating func note(_ check: String, _ found: Diagnosis?) {
        note(check, found.map { [$0] } ?? [])
    }

    /// Notes what another examination did.
    mutating func add(_ other: Examination) {
        for check in other.checks { note(check, other.findings.filter { $0.check == check }) }
    }
}
