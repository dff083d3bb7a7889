/// The reference fold: what a right pipeline must find, worked out from the contract and the metrics page alone.
///
/// `Tables` takes events, installation by installation, and gives every table as the text of its CSV file. It is
/// written for reading, not for speed, and shares nothing with the pipeline it is compared with.
package enum Truth {}
