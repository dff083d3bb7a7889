/// Names in the folder of reports, which no app's folder can have.
package enum ReportName {
    /// How the name of a report's folder begins; its time follows.
    package static let runPrefix = "report-"
    /// The file that marks a report as stale; it contains the sentence.
    package static let stale = "stale.txt"
}
