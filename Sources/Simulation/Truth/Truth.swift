/// The reference implementation: computes the tables that a correct pipeline must report, from the event contract and
/// the definitions of the metrics (docs/dictionary.md) only.
///
/// `Tables` takes the events of one installation at a time and gives every table as CSV text. It is written for
/// readability, not speed, and shares no code with the pipeline that it checks.
package enum Truth {}
