/// Decompresses gzip data (RFC 1952) in memory.
public enum Gzip {
    /// Bytes decompressed per step.
    private static let pieceSize = 1 << 17

    /// Returns the decompressed data. Throws if it has more than `limit` bytes. `admit` is called with the size of each
    /// piece before it is kept, and may throw.
    public static func inflated(
        _ data: [UInt8], limit: Int, admit: (Int) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        let inflater = GzipInflater()
        var (output, offset) = ([UInt8](), 0)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let step = data.withUnsafeBytes { input in
                piece.withUnsafeMutableBytes {
                    inflater.inflate(UnsafeRawBufferPointer(rebasing: input[offset...]), into: $0)
                }
            }
            offset += step.consumed
            guard step.damage == nil else { throw BodyError.damaged }
            guard output.count + step.produced <= limit else { throw BodyError.inflatesTooFar(limit) }
            try admit(step.produced)
            output += piece[..<step.produced]
            if step.consumed + step.produced == 0 { break }
        }
        guard inflater.isWhole, offset == data.count else { throw BodyError.damaged }
        return output
    }
}
