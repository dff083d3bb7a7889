import Foundation

/// Validates or decodes each line of a file from memory, and prints the number of lines, of good lines, and nanoseconds.
///
/// usage: decode-bench validator|jsondecoder FILE
@main
enum DecodeBench {
    /// The number of lines that are decoded first, without measuring.
    private static let warmUp = 20_000

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let decoder = Decoder(rawValue: arguments[1]) else { exit(64) }
        let file = try LinesInMemory(path: arguments[2])
        _ = decoder.countGood(file, file.lines.prefix(warmUp))
        var good = 0
        let taken = ContinuousClock().measure { good = decoder.countGood(file, file.lines[...]) }
        print(file.lines.count, good, taken.nanoseconds)
    }
}

/// A decoder that turns bytes into an event.
private enum Decoder: String {
    case validator
    case jsondecoder

    /// Counts the lines that the decoder accepts.
    func countGood(_ file: LinesInMemory, _ lines: ArraySlice<Range<Int>>) -> Int {
        switch self {
        case .validator: countAccepted(file, lines)
        case .jsondecoder: countDecoded(file, lines)
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
